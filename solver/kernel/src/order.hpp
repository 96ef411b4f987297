// Which cards are tried, and in which order: one card of equivalent ones, likely refutations first.
#pragma once
#include "key.hpp"
#include "winner.hpp"

namespace foolproof {

struct Move {
  int card, score;
};

// Whether no rule treats two neighbouring cards of a suit apart.
template <class M> bool alike(const View<M> &v, int a, int b, M twins) {
  if (v.slot_of[a] != v.slot_of[b]) return false;
  const M pair = bit<M>(a) | bit<M>(b);
  if (twins & pair) return false;
  for (const M &plane : v.planes) {
    const M both = plane & pair;
    if (both && both != pair) return false;
  }
  return !(v.counted & pair);
}

// Cards that have a double in play.
template <class M> M doubled(const View<M> &v, M in_play) {
  if (!v.has_twins) return 0;
  M out{};
  for (M lower = live_twins(v, in_play); lower; lower &= lower - 1)
    out |= v.face[lowest(lower)];
  return out;
}

// Whether at most two seats hold cards of a suit, those on the table included.
template <class M> bool two_seats(const Setting<M> &g, const State<M> &s, M suit) {
  int held = 0;
  for (int seat : g.seats) {
    M mine = s.hand[seat] & suit;
    for (int i = 0; i < s.trick_size && !mine; ++i)
      if (s.trick_seat[i] == seat) mine = bit<M>(s.trick_card[i]) & suit;
    held += mine != 0;
  }
  return held <= 2;
}

// The card that stands for `card` among the moves: itself if it has no lower equivalent.
template <class M>
int stands_for(const Setting<M> &g, const State<M> &s, const KeyMaker<M> &keys, M moves, int card,
               M twins) {
  const View<M> &v = g.views[s.view];
  const M suit = v.slot[v.slot_of[card]];
  if (keys.irrelevant() && v.slot_of[card] != NO_SUIT && two_seats(g, s, suit))
    return lowest(M(moves & suit));
  const M under = s.in_play & below<M>(card);
  if (!under) return card;
  const int neighbour = highest(under);
  const bool mine = (moves & bit<M>(neighbour)) != 0;
  return mine && alike(v, neighbour, card, twins) ? neighbour : card;
}

template <class M> bool may_merge(const Setting<M> &g, const State<M> &s, const Options &o) {
  const Tables &t = *g.t;
  return o.equivalents && !t.names_ranks && !(s.done == 0 && t.names_cards_at_first);
}

// One of every set of moves that lead to the same play up to renaming cards.
template <class M>
M representatives(const Setting<M> &g, const State<M> &s, const KeyMaker<M> &keys,
                  const Options &o, M moves) {
  const View<M> &v = g.views[s.view];
  if (!(moves & (moves - 1))) return moves;
  const bool merge = may_merge(g, s, o);
  const M twins = merge ? doubled(v, s.in_play) : M(0);
  M out = moves;
  for (M m = moves; m; m &= m - 1) {
    const int card = lowest(m);
    const bool again = v.has_twins && (moves & v.face[card] & below<M>(card));
    if (again || (merge && stands_for(g, s, keys, moves, card, twins) != card))
      out &= ~bit<M>(card);
  }
  return out;
}

template <class M>
int representative_of(const Setting<M> &g, const State<M> &s, const KeyMaker<M> &keys,
                      const Options &o, M moves, M apart, int card) {
  const View<M> &v = g.views[s.view];
  const M twins = doubled(v, s.in_play);
  while (!(apart & bit<M>(card))) {
    if (const M lower = moves & v.face[card] & below<M>(card)) card = lowest(lower);
    else if (may_merge(g, s, o)) card = stands_for(g, s, keys, moves, card, twins);
    else break;
  }
  return card;
}

// Whether the card, played last to the trick, gives it to a seat that the mover likes.
template <class M>
int outcome_of_last(const Setting<M> &g, State<M> &s, int card, bool up) {
  s.trick_card[s.trick_size] = std::uint8_t(card);
  s.trick_seat[s.trick_size++] = std::uint8_t(s.turn);
  s.trick |= bit<M>(card);
  const int at = trick_winner(g, s);
  const int owner = at < 0 ? s.turn : s.trick_seat[at];
  --s.trick_size;
  s.trick ^= bit<M>(card);
  const int value = g.goal->trick_value[owner];
  return up ? value : -value;
}

template <class M>
int sort_moves(const Setting<M> &g, State<M> &s, const Options &o, M moves, const int *history,
               int wanted, bool up, std::array<Move, MAX_CARDS> &row) {
  int n = 0;
  const bool one = !(moves & (moves - 1));
  const bool last = !one && o.good_first && s.trick_size + 1 == int(g.seats.size());
  for (M m = moves; m; m &= m - 1) {
    const int card = lowest(m);
    int score = o.history ? std::min(history[card], 1 << 24) : 0;
    if (last) score += outcome_of_last(g, s, card, up) * (1 << 25);
    if (card == wanted) score = 1 << 30;
    row[n++] = {card, score};
  }
  for (int i = 1; i < n; ++i) {  // short lists: insertion sort
    const Move move = row[i];
    int k = i;
    for (; k > 0 && row[k - 1].score < move.score; --k) row[k] = row[k - 1];
    row[k] = move;
  }
  return n;
}

}  // namespace foolproof

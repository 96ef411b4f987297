// Equivalent cards: one of every set of moves that lead to the same play up to renaming cards.
#pragma once
#include "key.hpp"

namespace foolproof {

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

// Moves whose next lower card in play is also a move and is treated alike by every rule.
template <class M>
M neighbours(const View<M> &v, const State<M> &s, M moves) {
  const M row = compress(moves, s.in_play);
  M again = row & (row << 1);
  if (!again) return 0;
  M ends{};
  for (const M &slot : v.used) {
    const M live = s.in_play & slot;
    ends |= live & (~live + 1);
  }
  M apart = compress(ends, s.in_play);
  for (const M &plane : v.planes) {
    const M marks = compress(plane, s.in_play);
    apart |= marks ^ (marks << 1);
  }
  apart |= compress(v.counted, s.in_play);
  if (v.has_twins) {
    const M twins = compress(doubled(v, s.in_play), s.in_play);
    apart |= twins | (twins << 1);
  }
  return expand(M(again & ~apart), s.in_play);
}

template <class M> bool may_merge(const Setting<M> &g, const State<M> &s, const Options &o) {
  const Tables &t = *g.t;
  return o.equivalents && !t.names_ranks && !(s.done == 0 && t.names_cards_at_first);
}

// Moves of the same face as a lower one.
template <class M> M second_copies(const View<M> &v, M moves) {
  M out = moves & ((moves & v.twin) << 1);
  for (const M &face : v.copies)
    if (const M mine = moves & face) out |= mine & (mine - 1);
  return out;
}

// One of every set of moves that lead to the same play up to renaming cards.
template <class M>
M representatives(const Setting<M> &g, const State<M> &s, const KeyMaker<M> &keys,
                  const Options &o, M moves) {
  const View<M> &v = g.views[s.view];
  if (!(moves & (moves - 1))) return moves;
  M out = moves;
  if (v.has_twins) out &= ~second_copies(v, moves);
  if (!may_merge(g, s, o)) return out;
  out &= ~neighbours(v, s, moves);
  if (keys.irrelevant())
    for (const M &slot : v.used) {
      const M mine = out & slot;
      if ((mine & (mine - 1)) && !(slot & v.joker) && two_seats(g, s, slot))
        out &= ~mine | (mine & (~mine + 1));
    }
  return out;
}

// The representative that a move left out was merged with.
template <class M>
int representative_of(const Setting<M> &g, const State<M> &s, const KeyMaker<M> &keys,
                      const Options &o, M moves, M apart, int card) {
  const View<M> &v = g.views[s.view];
  const M suit = v.slot[v.slot_of[card]];
  while (!(apart & bit<M>(card))) {
    const M same = moves & v.face[card] & below<M>(card);
    const bool any = keys.irrelevant() && may_merge(g, s, o) && two_seats(g, s, suit);
    if (same) card = lowest(same);
    else if (any && !(v.joker & bit<M>(card))) card = lowest(M(apart & suit));
    else card = highest(M(s.in_play & below<M>(card)));
  }
  return card;
}

}  // namespace foolproof

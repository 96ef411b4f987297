// Who wins a complete trick: solver/rules/trick.py on numbers. -1 where the rules are silent.
#pragma once
#include "legal.hpp"

namespace foolproof {

// The place in the trick of the first (or last) card out of `set`.
template <class M> int place_of(const State<M> &s, M set, bool last) {
  int at = -1;
  for (int i = 0; i < s.trick_size; ++i)
    if (set & bit<M>(s.trick_card[i])) {
      at = i;
      if (!last) break;
    }
  return at;
}

template <class M> int highest_wins(const View<M> &v, const State<M> &s, const Tables &t) {
  Lead<M> lead = led(v, s, t);
  M rivals = s.trick & v.trump;
  if (!rivals) {
    const bool down = lead.slot == FACE_DOWN;
    if (down && t.face_down == WINS_IF_NO_TRUMP) return 0;
    if (down) lead.slot = v.slot_of[lead.card];
    rivals = s.trick & v.slot[lead.slot] & ~v.fool;
  }
  if (!rivals) return -1;
  const M tops = rivals & v.face[highest(rivals)];
  if (t.equal != FIRST && t.equal != LAST && count(tops) > 1) return -1;
  return place_of(s, tops, t.equal == LAST);
}

template <class M> int joker_wins(const View<M> &v, const State<M> &s, int rule) {
  const M jokers = s.trick & v.joker;
  if (rule == JOKERS_REFUSE && count(jokers) > 1) return -1;
  return place_of(s, jokers, rule != JOKERS_FIRST);
}

// The cards of the emergent suit, or none.
template <class M> M emergent(const View<M> &v, M trick) {
  M suit{};
  for (const int first : {2, 0}) {  // red suits, then black: black prevails
    const int colour = first == 2 ? 2 : 1;
    if (!(count(M(trick & v.colour[colour])) & 1)) continue;
    const int a = first == 2 ? 2 : 0;
    suit = 0;
    for (const int slot : {a, a + 1})
      if (count(M(trick & v.slot[slot])) & 1) {
        suit = trick & v.slot[slot];
        break;
      }
  }
  return suit;
}

// What is left of the emergent suit once equal cards have been ignored.
template <class M> M survivors(const View<M> &v, const State<M> &s, M suit, int equal, bool &silent) {
  if (!v.has_twins || equal == NONE) return suit;
  if (v.copies.empty() && !(suit & v.twin & (suit >> 1))) return suit;  // no two are equal
  M out{};
  for (M rest = suit; rest;) {
    const M same = suit & v.face[lowest(rest)];
    rest &= ~same;
    const int n = count(same);
    if (equal == REFUSE && n >= 3) silent = true;
    if (equal == ALL ? n > 1 : !(n & 1)) continue;
    if (n == 1) out |= same;
    else out |= bit<M>(s.trick_card[place_of(s, same, equal == PAIRS_LAST)]);
  }
  return out;
}

template <class M> int middle_of(const State<M> &s, M stands) {
  const int n = count(stands);
  if (!(n & 1)) return -1;
  return place_of(s, bit<M>(nth(stands, n / 2)), false);
}

// Whether a Joker takes the trick under a middling rule.
template <class M> bool decided_by_joker(const View<M> &v, const State<M> &s, int rule) {
  const int jokers = count(M(s.trick & v.joker));
  return rule == JOKERS_CANCEL ? jokers & 1 : jokers;
}

// Without a filter for equal cards the middle may be several equal cards: then nobody wins alone.
template <class M> int middling_wins(const View<M> &v, const State<M> &s, const Tables &t) {
  if (decided_by_joker(v, s, t.jokers)) return joker_wins(v, s, t.jokers);
  const M suit = emergent(v, s.trick);
  bool silent = false;
  const M stands = survivors(v, s, suit, t.equal, silent);
  if (silent || !stands) return -1;
  const int at = middle_of(s, stands);
  if (at < 0) return -1;
  if (t.equal == NONE && count(M(stands & v.face[s.trick_card[at]])) > 1) return -1;
  return at;
}

template <class M> int middling_of_three_wins(const View<M> &v, const State<M> &s) {
  if (s.trick_size != 3) return -1;
  if (s.trick & v.joker)
    return count(M(s.trick & v.joker)) > 1 ? -1 : place_of(s, M(s.trick & v.joker), false);
  std::array<int, 3> slot{}, colour{}, strength{};
  for (int i = 0; i < 3; ++i) {
    const int card = s.trick_card[i];
    slot[i] = v.slot_of[card];
    colour[i] = v.colour_of[card];
    strength[i] = v.strength[card];
  }
  int found = -1, number = 0;
  for (int i = 0; i < 3; ++i) {
    const int x = i == 0 ? 1 : 0, y = i == 2 ? 1 : 2;
    const bool one_suit = slot[i] == slot[x] && slot[i] == slot[y];
    const bool between = (strength[x] < strength[i] && strength[i] < strength[y]) ||
                         (strength[y] < strength[i] && strength[i] < strength[x]);
    const bool alone_in_suit = slot[x] == slot[y] && slot[i] != slot[x];
    const bool three = slot[i] != slot[x] && slot[i] != slot[y] && slot[x] != slot[y];
    const bool alone_in_colour = colour[x] == colour[y] && colour[i] != colour[x];
    if ((one_suit && between) || alone_in_suit || (three && alone_in_colour)) found = i, ++number;
  }
  return number == 1 ? found : -1;
}

// The place of the winning card in the trick.
template <class M> int trick_winner(const Setting<M> &g, const State<M> &s) {
  const View<M> &v = g.views[s.view];
  switch (g.t->winner) {
    case MIDDLING: return middling_wins(v, s, *g.t);
    case MIDDLING_OF_THREE: return middling_of_three_wins(v, s);
    default: return highest_wins(v, s, *g.t);
  }
}

}  // namespace foolproof

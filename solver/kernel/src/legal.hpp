// Which cards may be led or played: the tiers of solver/rules/tiers.py on card sets.
#pragma once
#include "state.hpp"

namespace foolproof {

template <class M> struct Lead {  // what the led card asks for
  int card = -1, slot = -1;
  bool trump = false;
};

template <class M> Lead<M> led(const View<M> &v, const State<M> &s, const Tables &t) {
  Lead<M> out;
  const bool fool_first = s.trick_size > 1 && (v.fool & bit<M>(s.trick_card[0]));
  out.card = s.trick_card[fool_first ? 1 : 0];
  const bool down = !fool_first && s.called && t.face_down != NEVER;
  out.slot = down ? FACE_DOWN : v.slot_of[out.card];
  out.trump = !down && (v.trump & bit<M>(out.card)) != 0;
  return out;
}

// Cards that would win the trick as it lies.
template <class M> M heading(const View<M> &v, const State<M> &s, const Lead<M> &lead) {
  const M all = ~M(0);
  if (s.trick_size == 0 || (s.trick_size == 1 && (v.fool & s.trick))) return all & ~v.fool;
  if (const M trumps = s.trick & v.trump) {
    const int top = highest(trumps);
    return above<M>(top) & v.trump & ~v.face[top];
  }
  M out = v.trump;
  if (lead.slot == FACE_DOWN) return out;
  const M suit = s.trick & v.slot[lead.slot];
  if (suit && lead.slot != NO_SUIT) {
    const int top = highest(suit);
    out |= above<M>(top) & v.slot[lead.slot] & ~v.face[top];
  }
  return out & ~v.fool;
}

// Cards above every card of the led suit on the table; other suits pass unless a trump was led.
template <class M> M heading_its_suit(const View<M> &v, const State<M> &s, const Lead<M> &lead) {
  if (lead.slot == FACE_DOWN || lead.slot == NO_SUIT) return ~M(0);
  const int top = highest(M(s.trick & v.slot[lead.slot]));
  const M suit = v.slot[lead.slot] & (above<M>(top) | v.face[top]);
  return lead.trump ? suit : M(suit | ~v.slot[lead.slot]);
}

template <class M> M smallest(const View<M> &v, M hand) {
  M out{};
  int least = 1 << 20;
  for (M h = hand; h; h &= h - 1) {
    const int i = lowest(h);
    if (v.height[i] < least) least = v.height[i], out = 0;
    if (v.height[i] == least) out |= bit<M>(i);
  }
  return out;
}

template <class M> int faces(const View<M> &v, M set) {
  int n = 0;
  for (; set; set &= ~v.face[lowest(set)]) ++n;
  return n;
}

template <class M> bool may_withhold(const View<M> &v, const State<M> &s, const Tables &t, M hand) {
  const M trumps = hand & v.trump;
  for (M h = trumps; h; h &= h - 1) {
    const int i = lowest(h);
    const bool free = (v.privileged & bit<M>(i)) && v.strength[i] > v.strength[s.trick_card[0]];
    if (!free) return false;
  }
  return !t.withhold_alone || faces(v, trumps) <= 1;
}

template <class M>
bool holds_condition(const Setting<M> &g, const View<M> &v, const State<M> &s, const Lead<M> &lead,
                     M hand, int code) {
  const Tables &t = *g.t;
  bool is = false;
  switch (code & ~1) {
    case HOLDING_LED: is = (hand & v.slot[lead.slot] & v.natural) != 0; break;
    case HOLDING_PLAIN: is = (hand & v.plain) != 0; break;
    case HOLDING_TWO_TRUMPS: is = faces(v, M(hand & v.trump)) >= 2; break;
    case TRUMP_LED: is = lead.trump; break;
    case JOKER_LED: is = (v.joker & bit<M>(s.trick_card[0])) != 0; break;
    case FOOL_LED_ALONE: is = s.trick_size == 1 && (v.fool & s.trick) != 0; break;
    case BROKEN: is = s.broken; break;
    case FIRST_TRICK: is = s.done == 0; break;
    case SECOND_TRICK: is = s.done == 1; break;
    case TRUMP_KNOWN: is = v.trump_known; break;
    case TRUMP_DUE: is = s.done + 1 <= (t.trump_leads ? int(g.seats.size()) - 1 : 0); break;
    case TRUMPS_CALLED: is = s.called; break;
    case MAY_WITHHOLD: is = may_withhold(v, s, t, hand); break;
    default: break;
  }
  return is != bool(code & 1);
}

template <class M>
M of_kind(const View<M> &v, const State<M> &s, const Lead<M> &lead, M hand, int kind) {
  M out{};
  switch (kind & 63) {
    case ANY: out = hand; break;
    case NATURALS: out = hand & v.natural; break;
    case JOKERS: out = hand & v.joker; break;
    case FOOL: out = hand & v.fool; break;
    case TRUMPS: out = hand & v.trump; break;
    case PLAIN: out = hand & v.plain; break;
    case LED_SUIT: out = hand & v.slot[lead.slot] & v.natural; break;
    case SAME_COLOUR: out = hand & v.natural & v.colour[v.colour_of[lead.card]]; break;
    case SMALLEST: out = smallest(v, hand); break;
    case HIGHEST_TRUMP: {
      const M trumps = hand & v.trump;
      if (trumps) out = trumps & v.face[highest(trumps)];
      break;
    }
    case MASTER_TRUMP: out = hand & v.master; break;
    case OPENING: out = s.done == 0 ? M(hand & v.opening) : M(0); break;
    case POINTLESS: out = hand & v.pointless; break;
    default: out = hand & v.slot[(kind & 63) - OF_SUIT]; break;
  }
  if (kind & HEADS) out &= heading(v, s, lead);
  if (kind & HEADS_ITS_SUIT) out &= heading_its_suit(v, s, lead);
  if ((kind & NOT_BARRED) && s.called) out &= ~v.pam;
  return out;
}

template <class M>
M admitted(const Setting<M> &g, const View<M> &v, const State<M> &s, const Lead<M> &lead, M hand,
           const Tier &tier) {
  for (int code : tier.conditions)
    if (!holds_condition(g, v, s, lead, hand, code)) return 0;
  M out{};
  for (int kind : tier.kinds) out |= of_kind(v, s, lead, hand, kind);
  return out;
}

template <class M> M legal(const Setting<M> &g, const State<M> &s, M hand) {
  const View<M> &v = g.views[s.view];
  const Tables &t = *g.t;
  const bool leading = s.trick_size == 0 || (s.trick_size == 1 && (v.fool & s.trick));
  Lead<M> lead;
  if (s.trick_size) lead = led(v, s, t);
  M out{};
  for (const Tier &tier : leading ? t.lead : t.follow)
    if ((out = admitted(g, v, s, lead, hand, tier))) break;
  if (s.trick_size)
    for (const Tier &tier : t.always) out |= admitted(g, v, s, lead, hand, tier);
  return out;
}

}  // namespace foolproof

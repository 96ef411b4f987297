// What is certain about the rest of a deal without any search.
#pragma once
#include "state.hpp"

namespace foolproof {

template <class M> class Bounds {
 public:
  Bounds(const Setting<M> &g, const Options &o) : g_(g), t_(*g.t), goal_(*g.goal), o_(o) {
    fixed_length_ = t_.jink < 0 && g_.general < 0 && g_.stock.empty() && t_.gift != GIVES_CARD;
    least_ = most_ = goal_.trick_value[g_.seats[0]];
    for (int seat : g_.seats) {
      least_ = std::min(least_, goal_.trick_value[seat]);
      most_ = std::max(most_, goal_.trick_value[seat]);
      least_point_ = std::min(least_point_, goal_.point_value[seat]);
      most_point_ = std::max(most_point_, goal_.point_value[seat]);
    }
    const View<M> &v = g_.views[0];
    colours_ = t_.winner != HIGHEST && o.colour_bound;
    for (int slot = 4; slot < SLOTS; ++slot) colours_ &= slot == NO_SUIT || !v.slot[slot];
    jokers_due_ = t_.jokers == JOKERS_FIRST && t_.always.empty() && t_.follow.size() >= 3 &&
                  !t_.lead.empty() && is(t_.lead[0], NATURALS) && is(t_.follow[1], LED_SUIT) &&
                  is(t_.follow[2], JOKERS) && t_.follow[0].conditions.size() == 1 &&
                  t_.follow[0].conditions[0] == JOKER_LED;
    free_lead_ = t_.winner == HIGHEST && goal_.mode != EXACT && t_.face_down == NEVER &&
                 t_.lead.size() == 1 && t_.lead[0].kinds == std::vector<int>{ANY} &&
                 t_.lead[0].conditions.empty() && !v.fool && !v.joker;
    must_follow_ = !t_.follow.empty() && t_.follow[0].conditions.empty() && t_.always.empty() &&
                   t_.follow[0].kinds.size() == 1 && (t_.follow[0].kinds[0] & 63) == LED_SUIT;
  }

  // Whether every card will be played, so that the number of tricks is known.
  bool fixed_length() const { return fixed_length_; }
  int least() const { return least_; }  // the value of a trick to the owners it is worth least to
  int most() const { return most_; }

  // Least and greatest value of what is still to come, by what is certain.
  std::pair<int, int> of(const State<M> &s) const {
    int tricks = 0, fewest = 1 << 20, held = 0;
    for (int seat : g_.seats) {
      tricks = std::max(tricks, count(s.hand[seat]));
      fewest = std::min(fewest, count(s.hand[seat]));
      held += count(s.hand[seat]);
    }
    const bool certain = fixed_length_ && tricks == fewest;
    if (!certain) {
      const int left = int(g_.stock.size()) - s.stock_at;
      tricks += (left + int(g_.seats.size()) - 1) / int(g_.seats.size());
      if (t_.gift == GIVES_CARD)  // a trick takes a card from all hands but one at least
        tricks = std::max(tricks + 1, held / std::max(1, int(g_.seats.size()) - 1));
    }
    int low = certain ? tricks * least_ : std::min(0, tricks * least_);
    int high = certain ? tricks * most_ : std::max(0, tricks * most_);
    const bool hands_known = certain && !may_be_robbed(s);
    if (hands_known) sure_tricks(s, low, high);
    if (hands_known && free_lead_ && o_.quick_tricks) quick_tricks(s, tricks, low, high);
    if (g_.points_matter) {
      low += std::min(0, s.plus * least_point_) + std::min(0, s.minus * most_point_);
      high += std::max(0, s.plus * most_point_) + std::max(0, s.minus * least_point_);
    }
    if (goal_.mode != EXACT) return {low, high};
    const int need = goal_.target - s.so_far;
    if (need < low || need > high) return {0, 0};
    return {low == high ? 1 : 0, 1};
  }

 private:
  // Whether somebody may still take the turn-up, for his best trump if he likes, or demote an ace.
  static bool may_be_robbed(const State<M> &s) { return s.turn_up && !s.done; }
  bool maximises(int seat) const { return goal_.maximises[seat]; }

  static bool is(const Tier &tier, int kind) {
    return tier.conditions.empty() && tier.kinds == std::vector{kind};
  }

  void sure_tricks(const State<M> &s, int &low, int &high) const {
    const View<M> &v = g_.views[s.view];
    if (t_.winner != HIGHEST) {
      if (o_.joker_bound && t_.jokers <= JOKERS_LAST) sure_joker(v, s, low, high);
      if (colours_) sure_colours(v, s, low, high);
      return;
    }
    if (!o_.trump_bound || v.has_twins || (t_.late_trump && !v.trump_known)) return;
    const M trumps = s.in_play & v.trump;
    if (!trumps) return;
    for (int seat : g_.seats) {  // the best trumps in one hand, down to the first that is not
      const M mine = s.hand[seat] & trumps;
      if (!(mine & bit<M>(highest(trumps)))) continue;
      const M others = trumps & ~mine;
      const int sure = count(others ? M(mine & above<M>(highest(others))) : mine);
      low += sure * (goal_.trick_value[seat] - least_);
      high -= sure * (most_ - goal_.trick_value[seat]);
      return;
    }
  }

  // Cards that the leader can cash: the top of each suit, once nobody can ruff.
  void quick_tricks(const State<M> &s, int tricks, int &low, int &high) const {
    const View<M> &v = g_.views[s.view];
    if (v.has_twins || (t_.late_trump && !v.trump_known)) return;
    const M mine = s.hand[s.leader];
    const M trumps = s.in_play & v.trump;
    int quick = run(mine, trumps), most = 0;
    for (int seat : g_.seats)
      if (seat != s.leader) most = std::max(most, count(M(s.hand[seat] & trumps)));
    if (most == 0 || (must_follow_ && most <= quick))
      for (int slot = 0; slot < NO_SUIT; ++slot)
        if (!(v.slot[slot] & v.trump)) quick += run(mine, M(s.in_play & v.slot[slot]));
    const int own = goal_.trick_value[s.leader];
    if (maximises(s.leader)) low = std::max(low, tricks * least_ + quick * (own - least_));
    else high = std::min(high, tricks * most_ - quick * (most_ - own));
  }

  // How many cards of a suit lie in one hand above all others in play.
  static int run(M mine, M suit) {
    mine &= suit;
    const M others = suit & ~mine;
    return count(others ? M(mine & above<M>(highest(others))) : mine);
  }

  // Jokers of one side win as many tricks as one hand holds, and give them where it suits them.
  void sure_joker(const View<M> &v, const State<M> &s, int &low, int &high) const {
    const M jokers = s.in_play & v.joker;
    if (!jokers) return;
    M side{};
    int own = 0;
    for (int seat : g_.seats) {
      const M held = s.hand[seat] & jokers;
      if (held) own = goal_.trick_value[seat];
      if (maximises(seat)) side |= held;
    }
    if (t_.gift == GIVES_TRICK) {
      if (goal_.mode == EXACT) return;  // he may not want the trick
      int ups = 0, downs = 0;
      for (int seat : g_.seats) {
        int &most = maximises(seat) ? ups : downs;
        most = std::max(most, won_jokers(v, s, seat, M(jokers & (maximises(seat) ? ~side : side))));
      }
      low += ups * (most_ - least_);
      high -= downs * (most_ - least_);
    } else if (count(jokers) == 1) {
      low += own - least_;
      high -= most_ - own;
    }
  }

  // How many Jokers of a seat win their trick for its side. Each of the rivals' Jokers beats one at
  // most. If the next seat holds them all, it must lead one to come first: till then it has played
  // all its naturals, following suit, and where the first seat could not follow, its Joker won.
  int won_jokers(const View<M> &v, const State<M> &s, int seat, M rivals) const {
    const M mine = s.hand[seat] & v.joker, next = s.hand[g_.next[seat]];
    const int held = count(mine);
    if (!held || !rivals) return held;
    const int left = std::max(0, held - count(rivals));
    if (!jokers_due_ || (s.in_play & v.joker & ~mine & ~next)) return left;
    int unmatched = 0;
    for (const M &suit : v.used)
      if (!(suit & v.joker))
        unmatched += std::max(0, count(M(next & suit)) - count(M(s.hand[seat] & suit)));
    return std::max(left, std::min(held, unmatched));
  }

  // A card alone of its colour wins the trick, unless there is a Joker: a hand has as many of them
  // as it holds more of a colour than all others do, their Jokers included.
  void sure_colours(const View<M> &v, const State<M> &s, int &low, int &high) const {
    const int colours = g_.seats.size() & 1 ? 2 : 1;  // an even number: red may meet odd black
    for (int colour = 1; colour <= colours; ++colour) {
      const M cards = s.in_play & v.colour[colour] & v.natural;
      const int all = count(cards);
      for (int seat : g_.seats) {
        const int own = count(M(s.hand[seat] & cards));
        if (2 * own <= all) continue;
        const int alone = 2 * own - all - count(M(s.in_play & v.joker & ~s.hand[seat]));
        if (alone <= 0) continue;
        low += alone * (goal_.trick_value[seat] - least_);
        high -= alone * (most_ - goal_.trick_value[seat]);
      }
    }
  }

  const Setting<M> &g_;
  const Tables &t_;
  const Goal &goal_;
  const Options &o_;
  bool fixed_length_ = true, free_lead_ = false, must_follow_ = false;
  bool colours_ = false, jokers_due_ = false;
  int least_ = 0, most_ = 0, least_point_ = 0, most_point_ = 0;
};

}  // namespace foolproof

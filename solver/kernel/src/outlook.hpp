// Middling tricks: how many ways a card leaves the other side to win the trick.
//
// Where two play against three nearly any card of the two may do; what makes a proof short is that
// few of the ways in which the three can go on must be refuted.
#pragma once
#include "equivalents.hpp"
#include "winner.hpp"

namespace foolproof {

constexpr int LONG_DEAL = 45;  // cards in play
constexpr int FARTHEST = 4;    // seats still to play after the card

// Whether it pays to look: for the smaller side, and in long deals for the leads of the larger;
// not where one plays against all others.
template <class M>
bool looks_out(const Setting<M> &g, const State<M> &s, const Options &o, bool up) {
  const int seats = int(g.seats.size()), left = seats - s.trick_size - 1;
  if (!o.outlook || left == 0 || left > FARTHEST) return false;
  int side = 0;
  for (int seat : g.seats) side += bool(g.goal->maximises[seat]) == up;
  if (std::min(side, seats - side) < 2) return false;
  return 2 * side <= seats || (!s.trick_size && count(s.in_play) >= LONG_DEAL);
}

// Looks through the rest of a trick: of a side's cards the one that leaves least, all of the other
// side's. This orders moves only, so that a Joker may be taken to win for whoever plays it. For
// suits in which no card is about three times.
template <class M> class Outlook {
 public:
  Outlook(const Setting<M> &g, State<M> &s, const KeyMaker<M> &keys, const Options &o, bool up)
      : g_(g), s_(s), keys_(keys), o_(o), v_(g.views[s.view]), up_(up) {
    for (int i = 0; i < s.trick_size; ++i)
      if (mine(s.trick_seat[i])) own_ |= bit<M>(s.trick_card[i]);
    if (s.trick_size) look();
  }

  // How many ways the other side has to win the trick after this card of the seat to play.
  int ways(int card) {
    const M b = bit<M>(card);
    if (!s_.trick_size) {
      const int slot = v_.slot_of[card];
      if (slot != led_) {  // once for every suit
        led_ = slot;
        s_.trick = b;
        s_.trick_card[0] = std::uint8_t(card);
        s_.trick_size = 1;
        look();
        s_.trick_size = 0;
        s_.trick = 0;
      }
    }
    return after(0, s_.trick | b, own_ | b);
  }

 private:
  bool mine(int seat) const { return bool(g_.goal->maximises[seat]) == up_; }

  // Find the cards that the seats still to play may play, as the trick lies.
  void look() {
    size_ = 0;
    for (int seat = g_.next[s_.turn]; seat != s_.leader; seat = g_.next[seat])
      if (const M moves = legal(g_, s_, s_.hand[seat]))
        rest_[size_++] = {representatives(g_, s_, keys_, o_, moves), mine(seat)};
  }

  // Count what is left for the seats from this place on; `own` are the side's cards in the trick.
  int after(int place, M trick, M own) const {
    if (const M jokers = trick & v_.joker) return !(own & jokers);
    if (place == size_) return lost(emergent(v_, trick), own);
    const auto &[cards, of_own] = rest_[place];
    int least = 1 << 20, sum = 0;
    const auto add = [&](M card, int times) {
      const int n = after(place + 1, trick | card, of_own ? M(own | card) : own);
      least = std::min(least, n);
      sum += n * times;
    };
    for (const M &suit : v_.used) {
      M choice = cards & suit;
      if (!choice) continue;
      const M card = choice & (~choice + 1);
      if (!(choice ^ card) || !ranks_matter(place, suit, trick, card)) add(card, count(choice));
      else
        for (; choice; choice &= choice - 1) add(choice & (~choice + 1), 1);
      if (of_own && !least) return 0;
    }
    return of_own ? least : sum;
  }

  // Whether it matters which card of a suit is played: three or more of them can decide the trick.
  bool ranks_matter(int place, M suit, M trick, M card) const {
    if (place + 1 == size_) {
      const M stands = emergent(v_, M(trick | card));
      return (stands & card) && (stands ^ card);
    }
    int most = count(M(trick & suit)) + 1;
    for (int i = place + 1; i < size_; ++i) most += (rest_[i].cards & suit) != 0;
    return most > 2;
  }

  // Whether a card of the other side is in the middle of the emergent suit.
  bool lost(M suit, M own) const {
    bool silent = false;
    const M stands = suit & (suit - 1) ? survivors(v_, s_, suit, g_.t->equal, silent) : suit;
    return stands && !(own & bit<M>(nth(stands, count(stands) / 2)));
  }

  struct Rest {
    M cards{};
    bool own = false;
  };

  const Setting<M> &g_;
  State<M> &s_;
  const KeyMaker<M> &keys_;
  const Options &o_;
  const View<M> &v_;
  bool up_;
  M own_{};
  int size_ = 0, led_ = -1;
  std::array<Rest, FARTHEST> rest_;
};

}  // namespace foolproof

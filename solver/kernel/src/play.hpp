// The phase of play as a recursion: every decision, what comes of it, and the way back.
//
// A search derives from this and says what is done with it: `decide` picks among the actions of a
// seat, `choose` among its cards, `lead` begins a trick, `credit` counts what a trick brings its
// owner and goes on with `after_trick`, `trick_told` hears of a trick that has been taken back, and
// `finish` values the end. Window is what a search hands down, Value what it hands up.
#pragma once
#include "clock.hpp"
#include "winner.hpp"

namespace foolproof {

template <class M, class Self, class Value, class Window> class Play {
 public:
  Play(const Setting<M> &g, const State<M> &root, const Root &given, Limits &limits, bool main)
      : clock_(limits, main), g_(g), t_(*g.t), goal_(*g.goal), root_(root), s_(root),
        given_(given) {}

  Clock &clock() { return clock_; }

 protected:
  // Begin with the decision that is due at the root.
  Value from_root(Window w, bool begins_trick) {
    s_ = root_;
    switch (given_.phase) {
      case GIFT: return gift(given_.turn, w);
      case JINK: return jink(w);
      case PAM: return pam(w);
      case ROB: return rob(w, false);
      default: return begins_trick && !s_.trick_size ? self().lead(w) : before_card(w);
    }
  }

  // Which right to rob is open to the seat to play: the ace's, the king's or none.
  int claim() const {
    if (given_.robbing != 1 || s_.done || s_.robbed || !s_.turn_up) return 0;
    if (s_.asked >> s_.turn & 1) return 0;
    const View<M> &v = g_.views[s_.view];
    if (s_.hand[s_.turn] & v.rob_ace) return 1;
    if (!t_.rob_king || !(s_.hand[s_.turn] & v.rob_king)) return 0;
    for (int seat : g_.seats)
      if ((s_.hand[seat] | s_.trick) & v.rob_ace) return 0;
    return 2;
  }

  bool dealer_asked() const {
    return given_.robbing == 2 && !s_.done && s_.turn == g_.dealer &&
           !(s_.asked >> s_.turn & 1) && s_.turn_up;
  }

  Value before_card(Window w) {
    if (given_.robbing && !s_.done) {
      if (dealer_asked()) return rob(w, false);
      if (claim()) return rob(w, true);
    }
    return self().choose(w);
  }

  // The lowest card of every face in a set, in the order of the pack, which is the referee's.
  std::vector<int> one_of_each(M set) const {
    const View<M> &v = g_.views[s_.view];
    std::vector<int> out;
    for (M rest = set; rest; rest &= rest - 1) {
      const int card = lowest(rest);
      if (!(set & v.face[card] & below<M>(card))) out.push_back(card);
    }
    std::sort(out.begin(), out.end(), [&](int a, int b) { return face(a) < face(b); });
    return out;
  }

  int face(int card) const { return g_.views[s_.view].face_of[card]; }

  Value play(int card, Window w) {
    const View<M> &v = g_.views[s_.view];
    const int seat = s_.turn;
    const bool broken = s_.broken, called = s_.called;
    const M b = bit<M>(card);
    if (t_.breaks >= 0 && !broken) s_.broken = breaks(v, card);
    if (s_.trick_size == 0 && t_.face_down != NEVER)
      s_.called = s_.done + 1 <= int(g_.seats.size()) - 1 && !(v.trump & b);
    s_.hand[seat] ^= b;
    s_.trick |= b;
    s_.trick_card[s_.trick_size] = std::uint8_t(card);
    s_.trick_seat[s_.trick_size++] = std::uint8_t(seat);
    const bool barring = s_.trick_size == 1 && (v.pam_ace & b);
    const Value value = barring ? pam(w) : next(w);
    --s_.trick_size;
    s_.trick ^= b;
    s_.hand[seat] ^= b;
    s_.turn = seat;
    s_.broken = broken;
    s_.called = called;
    return value;
  }

  // A card of the suit that is led, or thrown on another suit, breaks it.
  bool breaks(const View<M> &v, int card) const {
    const bool of_suit = t_.breaks == 99 ? (v.trump & bit<M>(card)) != 0
                                         : v.printed_of[card] == t_.breaks;
    if (!of_suit) return false;
    for (int i = 0; i < s_.trick_size; ++i) {
      if (v.fool & bit<M>(s_.trick_card[i])) continue;
      return v.slot_of[s_.trick_card[i]] != v.slot_of[card];
    }
    return true;
  }

  Value next(Window w) {
    const int seat = s_.turn;
    for (int i = g_.next[seat]; i != s_.leader; i = g_.next[i]) {
      if (!s_.hand[i]) continue;
      s_.turn = i;
      const Value v = before_card(w);
      s_.turn = seat;
      return v;
    }
    return complete(w);
  }

  // The leader of the ace of trumps may bar Pam.
  Value pam(Window w) {
    const int seat = s_.turn;
    const bool called = s_.called;
    return self().decide(
        s_.leader, 2, [](int i) { return ACT_PAM | (i == 0); },
        [&](int i, Window in) {
          s_.called = i == 0;
          const Value value = next(in);
          s_.called = called;
          s_.turn = seat;
          return value;
        },
        w);
  }

  // Exchange a card for the turn-up, or decline; `silent`: or play a card without a word.
  Value rob(Window w, bool silent) {
    clock_.tick();
    const State<M> before = s_;
    const int seat = s_.turn;
    const std::vector<int> cards = one_of_each(s_.hand[seat]);
    const int robs = int(cards.size());
    const int loses = silent && claim() == 1 ? 1 : 0;
    if (loses) switch_view(g_, s_, 1);
    std::vector<int> plays;
    if (silent) plays = one_of_each(legal(g_, s_, s_.hand[seat]));
    const int view = s_.view;
    s_ = before;
    return self().decide(
        seat, robs + 1 + int(plays.size()),
        [&](int i) {
          if (i < robs) return ACT_ROB | int(g_.views[before.view].face_of[cards[i]]);
          if (i == robs) return ACT_DECLINE;
          return ACT_PLAY | int(g_.views[view].face_of[plays[i - robs - 1]]);
        },
        [&](int i, Window in) {
          s_ = before;
          Value value{};
          if (i > robs) {
            if (loses) switch_view(g_, s_, 1);
            value = play(plays[i - robs - 1], in);
          } else {
            s_.asked |= 1u << seat;
            if (i < robs) take_turn_up(seat, cards[i]);
            value = self().choose(in);
          }
          s_ = before;
          return value;
        },
        w);
  }

  void take_turn_up(int seat, int card) {
    s_.hand[seat] = (s_.hand[seat] & ~bit<M>(card)) | s_.turn_up;
    s_.in_play &= ~bit<M>(card);
    s_.turn_up = 0;
    s_.robbed = true;
  }

  // --- a complete trick ------------------------------------------------------------------------

  Value complete(Window w) {
    if (turns_trump()) {
      const State<M> before = s_;
      s_.in_play &= ~bit<M>(g_.stock[s_.stock_at][0]);
      s_.stock_left &= ~bit<M>(g_.stock[s_.stock_at][0]);
      ++s_.stock_at;
      switch_view(g_, s_, 1);
      const Value v = settle(w);
      s_ = before;
      return v;
    }
    return settle(w);
  }

  bool turns_trump() const {
    const View<M> &v = g_.views[s_.view];
    if (!t_.late_trump || v.trump_known || s_.stock_at >= int(g_.stock.size())) return false;
    return (s_.trick & ~v.printed[v.printed_of[s_.trick_card[0]]]) != 0;
  }

  Value settle(Window w) {
    const int at = trick_winner(g_, s_);
    if (at < 0) throw Stopped{RULES_SILENT};
    const int seat = s_.trick_seat[at];
    const View<M> &v = g_.views[s_.view];
    if (t_.gift != NO_GIFT && (v.joker & bit<M>(s_.trick_card[at])))
      return gift(seat, w);
    return award(seat, seat, -1, w);
  }

  Value gift(int winner, Window w) {
    const std::vector<int> &seats = g_.seats;
    return self().decide(
        winner, int(seats.size()), [&](int i) { return ACT_GIFT | seats[i]; },
        [&](int i, Window in) {
          const int named = seats[i];
          if (t_.gift == GIVES_TRICK) return award(named, named, -1, in);
          const bool passes = t_.gift == GIVES_CARD && named != winner;
          return award(winner, named, passes ? named : -1, in);
        },
        w);
  }

  // Give the trick to `owner` and the lead to `leader`; `joker_to` gets the winning Joker back.
  Value award(int owner, int leader, int joker_to, Window w) {
    if (joker_to >= 0 || t_.draw) {
      const State<M> before = s_;
      const Value value = award_now(owner, leader, joker_to, w);
      s_ = before;
      self().trick_told();
      return value;
    }
    const Trick before = trick_now();
    const M won = s_.won[owner];
    const Value value = award_now(owner, leader, joker_to, w);
    put_back(before);
    s_.won[owner] = won;
    --s_.taken[owner];
    --s_.done;
    self().trick_told();
    return value;
  }

  // What a completed trick changes besides its owner's pile.
  struct Trick {
    M in_play, trick, turn_up;
    std::array<std::uint8_t, MAX_SEATS> card, seat;
    int size, leader, turn, so_far, plus, minus;
    bool called;
  };

  Trick trick_now() const {
    return {s_.in_play, s_.trick, s_.turn_up, s_.trick_card, s_.trick_seat, s_.trick_size,
            s_.leader, s_.turn, s_.so_far, s_.plus, s_.minus, s_.called};
  }

  void put_back(const Trick &t) {
    s_.in_play = t.in_play;
    s_.trick = t.trick;
    s_.turn_up = t.turn_up;
    s_.trick_card = t.card;
    s_.trick_seat = t.seat;
    s_.trick_size = t.size;
    s_.leader = t.leader;
    s_.turn = t.turn;
    s_.so_far = t.so_far;
    s_.plus = t.plus;
    s_.minus = t.minus;
    s_.called = t.called;
  }

  Value award_now(int owner, int leader, int joker_to, Window w) {
    const View<M> &v = g_.views[s_.view];
    M captured = s_.trick;
    if (joker_to >= 0) {
      const int at = trick_winner(g_, s_);
      const M joker = bit<M>(s_.trick_card[at]);
      captured &= ~joker;
      s_.hand[joker_to] |= joker;
    }
    const int points = g_.points_matter ? count_points(v, captured) : 0;
    s_.in_play &= ~captured;
    s_.won[owner] |= captured & v.counted;
    ++s_.taken[owner];
    ++s_.done;
    s_.trick = 0;
    s_.trick_size = 0;
    s_.called = false;
    s_.leader = s_.turn = leader;
    if (s_.turn_up) s_.in_play &= ~s_.turn_up, s_.turn_up = 0;
    return self().credit(owner, points, w);
  }

  int count_points(const View<M> &v, M captured) {
    int points = 0;
    for (M c = captured; c; c &= c - 1) {
      const int p = v.points[lowest(c)];
      points += p;
      (p > 0 ? s_.plus : s_.minus) -= p;
    }
    return points;
  }

  Value after_trick(Window w) {
    if (g_.general >= 0) {
      if (s_.leader != g_.general) return self().finish(2);
      if (!s_.hand[g_.general]) return self().finish(3);
    }
    if (t_.draw) draw();
    if (t_.jink >= 0 && s_.taken[s_.leader] == t_.jink && !(s_.go >> s_.leader & 1) &&
        s_.hand[s_.leader])
      return jink(w);
    return next_trick(w);
  }

  void draw() {
    const int left = int(g_.stock.size()) - s_.stock_at;
    if (!t_.draw_on && left < g_.players) return;
    for (int i = 0; i < g_.players && s_.stock_at < int(g_.stock.size()); ++i) {
      const M card = bit<M>(g_.stock[s_.stock_at++][s_.view]);
      s_.hand[(s_.leader + i) % g_.players] |= card;
      s_.stock_left &= ~card;
    }
  }

  Value jink(Window w) {
    const std::uint32_t go = s_.go;
    return self().decide(
        s_.leader, 2, [](int i) { return ACT_JINK | i; },
        [&](int i, Window in) {
          if (i == 0) return self().finish(1);
          s_.go |= 1u << s_.leader;
          const State<M> before = s_;
          const Value v = next_trick(in);
          s_ = before;
          s_.go = go;
          return v;
        },
        w);
  }

  Value next_trick(Window w) {
    int first = -1, holding = 0, seat = s_.leader;
    if (!(g_.active >> seat & 1)) seat = g_.next[seat];
    for (std::size_t i = 0; i < g_.seats.size(); ++i, seat = g_.next[seat]) {
      if (!s_.hand[seat]) continue;
      ++holding;
      if (first < 0) first = seat;
    }
    const bool on = t_.draw && t_.draw_on;
    if (!holding || (holding < int(g_.seats.size()) && !on)) return self().finish(0);
    s_.leader = s_.turn = first;
    return self().lead(w);
  }

  Clock clock_;
  const Setting<M> &g_;
  const Tables &t_;
  const Goal &goal_;
  const State<M> root_;
  State<M> s_;
  const Root &given_;

 private:
  Self &self() { return static_cast<Self &>(*this); }
};

}  // namespace foolproof

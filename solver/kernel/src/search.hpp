// The search: alpha-beta over every decision of the play, with bounds kept at trick boundaries.
// Values are what is still to come for the side (ADDITIVE), or the value of the end.
#pragma once
#include <chrono>
#include <map>
#include <unordered_map>

#include "bounds.hpp"
#include "key.hpp"
#include "order.hpp"
#include "winner.hpp"

namespace foolproof {

constexpr int FAR = 32000;

struct Stopped {
  int status;
};

enum Purpose { SEARCH, LIST, TRACE };  // a value; the value of every action; an optimal line

template <class M> class Search {
 public:
  Search(Setting<M> &g, const State<M> &root, const Root &given, const Options &o,
         const std::function<bool()> &interrupted)
      : g_(g), t_(*g.t), goal_(*g.goal), o_(o), root_(root), given_(given),
        interrupted_(interrupted), memory_(o.memory_mb, o.entries), keys_(g, o), sure_(g, o),
        start_(std::chrono::steady_clock::now()), history_(g.players) {
    total_tricks_ = all_tricks();
    reach_ = goal_.mode == TERMINAL && sure_.fixed_length() && goal_.counted.empty() &&
             !goal_.leader_counts && o_.reach && few_endings();
    bounded_ = reach_ || goal_.mode != TERMINAL;
    plain_end_ = sure_.fixed_length() && goal_.mode == ADDITIVE && !g_.points_matter &&
                 t_.face_down == NEVER && (t_.gift == NO_GIFT || t_.gift == GIVES_TRICK);
  }

  // The value of the root inside the window (a bound outside).
  int value(int alpha, int beta) {
    purpose_ = SEARCH;
    s_ = root_;
    return from_root(alpha, beta);
  }

  std::vector<ActionValue> list(int low, int high, int guess) {
    purpose_ = LIST;
    s_ = root_;
    guess_ = guess;
    low_ = low;
    high_ = high;
    listed_.clear();
    from_root(-FAR, FAR);
    return listed_;
  }

  std::vector<int> line(int value) {
    purpose_ = TRACE;
    s_ = root_;
    line_.clear();
    from_root(value, value + 1);
    return line_;
  }

  // Narrow [low, high] to the value by zero windows; `search` answers one.
  template <class F> int exact(int low, int high, int guess, F search) {
    if (goal_.mode == TERMINAL && !reach_ && high - low > 1) return search(low, high);
    int test = std::clamp(guess, low, high);
    while (low < high) {
      if (o_.driver == 1) test = low;
      if (o_.driver == 2) test = low + (high - low) / 2;
      const int beta = test == low ? test + 1 : test;
      const int v = search(beta - 1, beta);
      if (v < beta) high = std::min(high, std::max(v, low));
      else low = std::max(low, std::min(v, high));
      test = std::clamp(v, low, high);
    }
    return low;
  }

  long long nodes() const { return nodes_; }
  const Memory &memory() const { return memory_; }
  int seat_at_root() const { return given_.turn; }

  // What the value can be at most and at least, before any search.
  std::pair<int, int> bounds_at_root() {
    s_ = root_;
    if (goal_.mode == EXACT) return {0, 1};
    if (reach_) return reachable();
    if (bounded_ && s_.trick_size == 0 && given_.phase == PLAY) return bounds();
    return {goal_.low, goal_.high};
  }

 private:
  int from_root(int alpha, int beta) {
    switch (given_.phase) {
      case GIFT: return gift(given_.turn, alpha, beta);
      case JINK: return jink(alpha, beta);
      case PAM: return pam(alpha, beta);
      case ROB: return rob(alpha, beta, false);
      default: break;
    }
    if (s_.trick_size || purpose_ != SEARCH) return before_card(alpha, beta);
    return lead(alpha, beta);
  }

  // --- a decision --------------------------------------------------------------------------

  bool maximises(int seat) const { return goal_.maximises[seat]; }

  // Try the actions in turn; `go(i, alpha, beta)` plays action i and returns its value.
  template <class Code, class Go>
  int decide(int seat, int n, Code code, Go go, int alpha, int beta, int &best_at) {
    if (purpose_ == LIST) return decide_list(seat, n, code, go);
    if (purpose_ == TRACE) return decide_trace(seat, n, code, go, alpha);
    best_at = 0;
    if (maximises(seat)) {
      int best = -FAR;
      for (int i = 0; i < n; ++i) {
        const int v = go(i, std::max(alpha, best), beta);
        if (v > best) best = v, best_at = i;
        if (best >= beta) break;
      }
      return best;
    }
    int best = FAR;
    for (int i = 0; i < n; ++i) {
      const int v = go(i, alpha, std::min(beta, best));
      if (v < best) best = v, best_at = i;
      if (best <= alpha) break;
    }
    return best;
  }

  template <class Code, class Go> int decide_list(int seat, int n, Code code, Go go) {
    purpose_ = SEARCH;
    int best = maximises(seat) ? -FAR : FAR;
    for (int i = 0; i < n; ++i) {
      const int low = maximises(seat) ? low_ : guess_, high = maximises(seat) ? guess_ : high_;
      const int v = exact(low, high, guess_, [&](int a, int b) { return go(i, a, b); });
      listed_.push_back({code(i), v, i, true});
      best = maximises(seat) ? std::max(best, v) : std::min(best, v);
    }
    return best;
  }

  // Follow the first action that keeps the value, which alpha carries.
  template <class Code, class Go> int decide_trace(int seat, int n, Code code, Go go, int want) {
    purpose_ = SEARCH;
    int chosen = n - 1;
    for (int i = 0; i + 1 < n; ++i) {
      const bool keeps = maximises(seat) ? go(i, want - 1, want) >= want
                                         : go(i, want, want + 1) <= want;
      if (keeps) {
        chosen = i;
        break;
      }
    }
    purpose_ = TRACE;
    line_.push_back(code(chosen));
    return go(chosen, want, want + 1);
  }

  // --- the start of a trick ------------------------------------------------------------------

  int lead(int alpha, int beta) {
    if (purpose_ != SEARCH) return before_card(alpha, beta);
    int low = -FAR, high = FAR;
    if (bounded_) {
      std::tie(low, high) = bounds();
      if (low >= beta || low == high) return low;
      if (high <= alpha) return high;
    }
    const bool last = count(s_.in_play) <= int(g_.seats.size());
    if (last && plain_end_ && o_.last_trick) return last_trick();
    if (!o_.table || last || (s_.done == 0 && t_.names_cards_at_first)) {
      return std::clamp(before_card(alpha, beta), low, high);
    }
    const Key key = keys_.make(s_);
    if (const Entry *e = memory_.find(key)) {
      low = std::max(low, int(e->low));
      high = std::min(high, int(e->high));
      if (low >= beta || low >= high) return low;
      if (high <= alpha) return high;
    }
    const long long before = nodes_;
    const int from = std::max(alpha, low), to = std::min(beta, high);
    const int v = std::clamp(before_card(from, to), low, high);
    if (v < to) high = v;
    if (v > from) low = v;
    memory_.store(key, low, high,
                  std::bit_width(u64(nodes_ - before)) + 1);
    return v;
  }

  // One card each: no choice is left but the gift of a Joker's trick.
  int last_trick() {
    tick();
    const View<M> &v = g_.views[s_.view];
    int size = 0, seat = s_.leader;
    do {
      s_.trick_seat[size] = std::uint8_t(seat);
      s_.trick_card[size++] = std::uint8_t(lowest(s_.hand[seat]));
      seat = g_.next[seat];
    } while (seat != s_.leader);
    s_.trick_size = size;
    s_.trick = s_.in_play;
    const int at = trick_winner(g_, s_);
    s_.trick_size = 0;
    s_.trick = 0;
    if (at < 0) throw Stopped{RULES_SILENT};
    const int winner = s_.trick_seat[at];
    int gain = goal_.trick_value[winner];
    if (t_.gift == GIVES_TRICK && (v.joker & bit<M>(s_.trick_card[at])))
      gain = maximises(winner) ? sure_.most() : sure_.least();
    return gain;
  }

  std::pair<int, int> bounds() { return reach_ ? reachable() : sure_.of(s_); }

  // Whether the ways of sharing out the tricks that are left are few enough to look at all.
  bool few_endings() const {
    double ways = 1;
    const int seats = int(g_.seats.size());
    for (int i = 1; i < seats; ++i) ways *= double(total_tricks_ - root_.done + i) / i;
    return seats <= 9 && total_tricks_ > 0 && ways <= 4000;
  }

  // The tricks of the deal, those done included; 0 if the hands are not equal.
  int all_tricks() const {
    int most = 0, least = 1 << 20;
    for (int seat : g_.seats) {
      int held = count(root_.hand[seat]);
      for (int i = 0; i < root_.trick_size; ++i) held += root_.trick_seat[i] == seat;
      most = std::max(most, held);
      least = std::min(least, held);
    }
    return most == least ? most + root_.done : 0;
  }

  // The least and greatest value of any end that the tricks taken so far leave open.
  std::pair<int, int> reachable() {
    u64 name = 1;
    for (int seat : g_.seats) name = name << 6 | u64(s_.taken[seat] & 63);
    name = name << 1 | u64(s_.robbed);
    if (const auto at = reach_of_.find(name); at != reach_of_.end()) return at->second;
    std::pair<int, int> out{FAR, -FAR};
    if (s_.done == total_tricks_) {
      out.first = out.second = finish(0);
    } else {
      ++s_.done;
      for (int seat : g_.seats) {
        ++s_.taken[seat];
        const auto [low, high] = reachable();
        --s_.taken[seat];
        out = {std::min(out.first, low), std::max(out.second, high)};
      }
      --s_.done;
    }
    reach_of_.emplace(name, out);
    return out;
  }

  // --- a card --------------------------------------------------------------------------------

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

  int before_card(int alpha, int beta) {
    if (given_.robbing && !s_.done) {
      if (dealer_asked()) return rob(alpha, beta, false);
      if (claim()) return rob(alpha, beta, true);
    }
    return choose(alpha, beta);
  }

  int choose(int alpha, int beta) {
    tick();
    const int seat = s_.turn;
    const M hand = s_.hand[seat];
    const M moves = (hand & (hand - 1)) ? legal(g_, s_, hand) : hand;
    if (!moves) return maximises(seat) ? -FAR : FAR;
    if (purpose_ == LIST) return list_cards(seat, moves);
    std::array<Move, MAX_CARDS> row;
    const M apart = representatives(g_, s_, keys_, o_, moves);
    const int led = s_.trick_size ? g_.views[s_.view].slot_of[s_.trick_card[0]] : FACE_DOWN;
    History::Row past = history_.row(seat, led);
    const int n = sort_moves(g_, s_, o_, apart, past, maximises(seat), row);
    int best = 0;
    const int v = decide(
        seat, n, [&](int i) { return ACT_PLAY | face(row[i].card); },
        [&](int i, int a, int b) { return play(row[i].card, a, b); }, alpha, beta, best);
    if (purpose_ == SEARCH) {
      const bool refutes = maximises(seat) ? v >= beta : v <= alpha;
      if (o_.history && n > 1 && refutes) past.reward(row[best].card, count(hand));
    }
    return v;
  }

  // Value every legal face, equivalent ones once.
  int list_cards(int seat, M moves) {
    const M apart = representatives(g_, s_, keys_, o_, moves);
    std::vector<int> cards;
    for (M m = apart; m; m &= m - 1) cards.push_back(lowest(m));
    const int first = int(listed_.size());
    const int v = decide_list(
        seat, int(cards.size()), [&](int i) { return ACT_PLAY | face(cards[i]); },
        [&](int i, int a, int b) { return play(cards[i], a, b); });
    const View<M> &view = g_.views[s_.view];
    for (M m = moves & ~apart; m; m &= m - 1) {
      const int card = lowest(m);
      const int leader = representative_of(g_, s_, keys_, o_, moves, apart, card);
      if (view.face_of[leader] == view.face_of[card]) continue;
      const int at = int(std::find(cards.begin(), cards.end(), leader) - cards.begin());
      ActionValue same = listed_[first + at];
      same.code = ACT_PLAY | face(card);
      bool seen = false;
      for (const ActionValue &a : listed_) seen |= a.code == same.code;
      if (!seen) listed_.push_back(same);
    }
    return v;
  }

  int face(int card) const { return g_.views[s_.view].face_of[card]; }

  int play(int card, int alpha, int beta) {
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
    const int value = barring ? pam(alpha, beta) : next(alpha, beta);
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

  int next(int alpha, int beta) {
    const int seat = s_.turn;
    for (int i = g_.next[seat]; i != s_.leader; i = g_.next[i]) {
      if (!s_.hand[i]) continue;
      s_.turn = i;
      const int v = before_card(alpha, beta);
      s_.turn = seat;
      return v;
    }
    return complete(alpha, beta);
  }

  // The leader of the ace of trumps may bar Pam.
  int pam(int alpha, int beta) {
    const int seat = s_.turn;
    const bool called = s_.called;
    int best = 0;
    const int v = decide(
        s_.leader, 2, [](int i) { return ACT_PAM | (i == 0); },
        [&](int i, int a, int b) {
          s_.called = i == 0;
          const int value = next(a, b);
          s_.called = called;
          s_.turn = seat;
          return value;
        },
        alpha, beta, best);
    return v;
  }

  // Exchange a card for the turn-up, or decline; `silent`: or play a card without a word.
  int rob(int alpha, int beta, bool silent) {
    tick();
    const State<M> before = s_;
    const int seat = s_.turn;
    const View<M> &v = g_.views[s_.view];
    std::vector<int> cards;
    for (M h = s_.hand[seat]; h; h &= h - 1) {
      const int card = lowest(h);
      if (!(s_.hand[seat] & v.face[card] & below<M>(card))) cards.push_back(card);
    }
    const int robs = int(cards.size());
    const int loses = silent && claim() == 1 ? 1 : 0;
    if (loses) switch_view(g_, s_, 1);
    std::vector<int> plays;
    if (silent) {
      const M moves = legal(g_, s_, s_.hand[seat]);
      for (M m = moves; m; m &= m - 1) {
        const int card = lowest(m);
        if (!(moves & g_.views[s_.view].face[card] & below<M>(card))) plays.push_back(card);
      }
    }
    const int view = s_.view;
    s_ = before;
    int best = 0;
    return decide(
        seat, robs + 1 + int(plays.size()),
        [&](int i) {
          if (i < robs) return ACT_ROB | int(g_.views[before.view].face_of[cards[i]]);
          if (i == robs) return ACT_DECLINE;
          return ACT_PLAY | int(g_.views[view].face_of[plays[i - robs - 1]]);
        },
        [&](int i, int a, int b) {
          s_ = before;
          int value = 0;
          if (i > robs) {
            if (loses) switch_view(g_, s_, 1);
            value = play(plays[i - robs - 1], a, b);
          } else {
            s_.asked |= 1u << seat;
            if (i < robs) take_turn_up(seat, cards[i]);
            value = choose(a, b);
          }
          s_ = before;
          return value;
        },
        alpha, beta, best);
  }

  void take_turn_up(int seat, int card) {
    s_.hand[seat] = (s_.hand[seat] & ~bit<M>(card)) | s_.turn_up;
    s_.in_play &= ~bit<M>(card);
    s_.turn_up = 0;
    s_.robbed = true;
  }

  // --- a complete trick ------------------------------------------------------------------------

  int complete(int alpha, int beta) {
    if (turns_trump()) {
      const State<M> before = s_;
      s_.in_play &= ~bit<M>(g_.stock[s_.stock_at][0]);
      s_.stock_left &= ~bit<M>(g_.stock[s_.stock_at][0]);
      ++s_.stock_at;
      switch_view(g_, s_, 1);
      const int v = settle(alpha, beta);
      s_ = before;
      return v;
    }
    return settle(alpha, beta);
  }

  bool turns_trump() const {
    const View<M> &v = g_.views[s_.view];
    if (!t_.late_trump || v.trump_known || s_.stock_at >= int(g_.stock.size())) return false;
    return (s_.trick & ~v.printed[v.printed_of[s_.trick_card[0]]]) != 0;
  }

  int settle(int alpha, int beta) {
    const int at = trick_winner(g_, s_);
    if (at < 0) throw Stopped{RULES_SILENT};
    const int seat = s_.trick_seat[at];
    const View<M> &v = g_.views[s_.view];
    if (t_.gift != NO_GIFT && (v.joker & bit<M>(s_.trick_card[at])))
      return gift(seat, alpha, beta);
    return award(seat, seat, -1, alpha, beta);
  }

  int gift(int winner, int alpha, int beta) {
    int best = 0;
    const std::vector<int> &seats = g_.seats;
    return decide(
        winner, int(seats.size()), [&](int i) { return ACT_GIFT | seats[i]; },
        [&](int i, int a, int b) {
          const int named = seats[i];
          if (t_.gift == GIVES_TRICK) return award(named, named, -1, a, b);
          const bool passes = t_.gift == GIVES_CARD && named != winner;
          return award(winner, named, passes ? named : -1, a, b);
        },
        alpha, beta, best);
  }

  // Give the trick to `owner` and the lead to `leader`; `joker_to` gets the winning Joker back.
  int award(int owner, int leader, int joker_to, int alpha, int beta) {
    if (joker_to >= 0 || t_.draw) {
      const State<M> before = s_;
      const int value = award_now(owner, leader, joker_to, alpha, beta);
      s_ = before;
      return value;
    }
    const Trick before = trick_now();
    const M won = s_.won[owner];
    const int value = award_now(owner, leader, joker_to, alpha, beta);
    put_back(before);
    s_.won[owner] = won;
    --s_.taken[owner];
    --s_.done;
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

  int award_now(int owner, int leader, int joker_to, int alpha, int beta) {
    const View<M> &v = g_.views[s_.view];
    M captured = s_.trick;
    if (joker_to >= 0) {
      const int at = trick_winner(g_, s_);
      const M joker = bit<M>(s_.trick_card[at]);
      captured &= ~joker;
      s_.hand[joker_to] |= joker;
    }
    int gain = goal_.trick_value[owner];
    if (g_.points_matter) gain += goal_.point_value[owner] * count_points(v, captured);
    s_.in_play &= ~captured;
    s_.won[owner] |= captured & v.counted;
    ++s_.taken[owner];
    ++s_.done;
    s_.trick = 0;
    s_.trick_size = 0;
    s_.called = false;
    s_.leader = s_.turn = leader;
    if (s_.turn_up) s_.in_play &= ~s_.turn_up, s_.turn_up = 0;
    int value = 0;
    if (goal_.mode == ADDITIVE) {
      value = gain + after_trick(alpha - gain, beta - gain);
    } else {
      s_.so_far += gain;
      value = after_trick(alpha, beta);
    }
    return value;
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

  int after_trick(int alpha, int beta) {
    if (g_.general >= 0) {
      if (s_.leader != g_.general) return finish(2);
      if (!s_.hand[g_.general]) return finish(3);
    }
    if (t_.draw) draw();
    if (t_.jink >= 0 && s_.taken[s_.leader] == t_.jink && !(s_.go >> s_.leader & 1) &&
        s_.hand[s_.leader])
      return jink(alpha, beta);
    return next_trick(alpha, beta);
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

  int jink(int alpha, int beta) {
    const std::uint32_t go = s_.go;
    int best = 0;
    return decide(
        s_.leader, 2, [](int i) { return ACT_JINK | i; },
        [&](int i, int a, int b) {
          if (i == 0) return finish(1);
          s_.go |= 1u << s_.leader;
          const State<M> before = s_;
          const int v = next_trick(a, b);
          s_ = before;
          s_.go = go;
          return v;
        },
        alpha, beta, best);
  }

  int next_trick(int alpha, int beta) {
    int first = -1, holding = 0, seat = s_.leader;
    if (!(g_.active >> seat & 1)) seat = g_.next[seat];
    for (std::size_t i = 0; i < g_.seats.size(); ++i, seat = g_.next[seat]) {
      if (!s_.hand[seat]) continue;
      ++holding;
      if (first < 0) first = seat;
    }
    const bool on = t_.draw && t_.draw_on;
    if (!holding || (holding < int(g_.seats.size()) && !on)) return finish(0);
    s_.leader = s_.turn = first;
    return lead(alpha, beta);
  }

  // The deal is over: nothing more comes, or Python says what it is worth.
  int finish(int result) {
    const int last = goal_.last_points ? goal_.point_value[s_.leader] * goal_.last_points : 0;
    if (goal_.mode == ADDITIVE) return last;
    if (goal_.mode == EXACT) return s_.so_far + last == goal_.target;
    Ending end;
    end.result = result;
    end.robbed = s_.robbed;
    const View<M> &v = g_.views[s_.view];
    end.leader = goal_.leader_counts ? s_.leader : 0;
    std::vector<int> name{result, int(s_.robbed), int(s_.go), end.leader};
    end.won.resize(g_.players);
    for (int seat = 0; seat < g_.players; ++seat) {
      end.taken.push_back(s_.taken[seat]);
      end.go.push_back(int(s_.go >> seat & 1));
      name.push_back(s_.taken[seat]);
      for (M w = s_.won[seat]; w; w &= w - 1) {
        end.won[seat].push_back(v.face_of[lowest(w)]);
        name.push_back(int(v.face_of[lowest(w)]) * 32 + seat + 1024);
      }
    }
    const auto [at, fresh] = endings_.try_emplace(std::move(name), 0);
    if (fresh) at->second = std::clamp(goal_.value(end), -FAR, FAR);
    return at->second;
  }

  // --- limits --------------------------------------------------------------------------------

  void tick() {
    ++nodes_;
    if (o_.nodes && nodes_ > o_.nodes) throw Stopped{OUT_OF_NODES};
    if ((nodes_ & 4095) == 0) poll();
  }

  void poll() {
    using namespace std::chrono;
    const double spent = duration<double>(steady_clock::now() - start_).count();
    if (o_.seconds > 0 && spent > o_.seconds) throw Stopped{OUT_OF_TIME};
    if ((nodes_ & 65535) == 0 && interrupted_ && interrupted_()) throw Stopped{INTERRUPTED};
  }

  Setting<M> &g_;
  const Tables &t_;
  const Goal &goal_;
  const Options &o_;
  State<M> root_, s_;
  const Root &given_;
  const std::function<bool()> &interrupted_;
  Memory memory_;
  KeyMaker<M> keys_;
  Bounds<M> sure_;
  std::chrono::steady_clock::time_point start_;
  History history_;
  std::map<std::vector<int>, int> endings_;
  std::unordered_map<u64, std::pair<int, int>> reach_of_;
  int total_tricks_ = 0;
  std::vector<ActionValue> listed_;
  std::vector<int> line_;
  Purpose purpose_ = SEARCH;
  bool bounded_ = true, plain_end_ = false, reach_ = false;
  int low_ = 0, high_ = 0, guess_ = 0;
  long long nodes_ = 0;
};

}  // namespace foolproof

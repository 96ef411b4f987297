// The search: alpha-beta over every decision of the play, with bounds kept at trick boundaries.
// Values are what is still to come for the side (ADDITIVE), or the value of the end.
#pragma once
#include "bounds.hpp"
#include "endings.hpp"
#include "key.hpp"
#include "order.hpp"
#include "play.hpp"
#include "relevance.hpp"
#include "rounds.hpp"
#include "shared.hpp"

namespace foolproof {

enum Purpose { SEARCH, LIST, TRACE };  // a value; the value of every action; an optimal line

struct Window {
  int alpha, beta;
};

// PATTERNS: positions are kept by the ranks that matter (relevance.hpp), not by all of them.
template <class M, bool PATTERNS>
class Search : public Play<M, Search<M, PATTERNS>, int, Window> {
  using Base = Play<M, Search<M, PATTERNS>, int, Window>;
  friend Base;

 public:
  Search(const Setting<M> &g, const State<M> &root, const Root &given, const Options &o,
         Shared<M> &shared, int thread)
      : Base(g, root, given, shared.limits, thread == 0), o_(o), shared_(shared),
        relevance_(shared.relevance), endings_(g, root), history_(g.players, thread) {
    reach_ = goal_.mode == TERMINAL && shared_.sure.fixed_length() && goal_.counted.empty() &&
             !goal_.leader_counts && o_.reach && endings_.few();
    bounded_ = reach_ || goal_.mode != TERMINAL;
    plain_end_ = shared_.sure.fixed_length() && goal_.mode == ADDITIVE && !g_.points_matter &&
                 t_.face_down == NEVER && (t_.gift == NO_GIFT || t_.gift == GIVES_TRICK);
  }

  // The value of the root inside the window (a bound outside).
  int value(int alpha, int beta) {
    purpose_ = SEARCH;
    return this->from_root({alpha, beta}, true);
  }

  // The value of every action at the root but those that other threads have claimed.
  std::vector<ActionValue> list(int low, int high, int guess) {
    purpose_ = LIST;
    guess_ = guess;
    low_ = low;
    high_ = high;
    listed_.clear();
    this->from_root({-FAR, FAR}, false);
    return listed_;
  }

  std::vector<int> line(int value) {
    purpose_ = TRACE;
    line_.clear();
    this->from_root({value, value + 1}, false);
    return line_;
  }

  // Narrow [low, high] to the value by zero windows; `search` answers one.
  template <class F> int exact(int low, int high, int guess, F search) {
    if (opens(low, high)) return search(low, high);
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

  // Whether one search of the whole range is better than many of one amount each.
  bool opens(int low, int high) const {
    return goal_.mode == TERMINAL && !reach_ && high - low > 1;
  }

  // What the value can be at most and at least, before any search.
  std::pair<int, int> bounds_at_root() {
    s_ = this->root_;
    if (goal_.mode == EXACT) return {0, 1};
    if (reach_ || (bounded_ && s_.trick_size == 0 && this->given_.phase == PLAY)) return bounds();
    return {goal_.low, goal_.high};
  }

 private:
  using Base::clock_;
  using Base::g_;
  using Base::goal_;
  using Base::s_;
  using Base::t_;

  // --- a decision --------------------------------------------------------------------------

  bool maximises(int seat) const { return goal_.maximises[seat]; }

  // Try the actions in turn; `go(i, window)` plays action i and returns its value. Afterwards
  // `relevant_` holds what the result rests on: one action that is good enough, else all.
  template <class Code, class Go> int decide(int seat, int n, Code code, Go go, Window w) {
    if (purpose_ == LIST) return decide_list(seat, n, code, go);
    if (purpose_ == TRACE) return decide_trace(seat, n, code, go, w.alpha);
    if (maximises(seat))
      return best_of(n, -FAR, w.beta, go, [&](int best) {
        return Window{std::max(w.alpha, best), w.beta};
      });
    return best_of(n, FAR, w.alpha, go, [&](int best) {
      return Window{w.alpha, std::min(w.beta, best)};
    });
  }

  // The greatest value where `best` starts low, the least where it starts high; `enough` cuts off.
  template <class Go, class In>
  __attribute__((always_inline)) int best_of(int n, const int worst, int enough, Go go, In in) {
    int best = worst, chosen = 0;
    Relevant<M> all;
    const auto take = [&](int i) {
      const int v = go(i, in(best));
      if (worst < 0 ? v > best : v < best) best = v, chosen = i;
      if (worst < 0 ? best >= enough : best <= enough) return true;
      if constexpr (PATTERNS) all |= relevant_;
      return false;
    };
    bool good = false;
    if (PATTERNS && o_.effort && n > 1 && count(s_.in_play) >= o_.rounds_from)
      good = in_rounds(clock_, s_, n, o_.effort, take);
    else
      for (int i = 0; i < n && !good; ++i) good = take(i);
    if constexpr (PATTERNS)
      if (!good) relevant_ = all;
    chosen_ = chosen;
    return best;
  }

  template <class Code, class Go> int decide_list(int seat, int n, Code code, Go go) {
    purpose_ = SEARCH;
    const bool up = maximises(seat);
    int best = up ? -FAR : FAR;
    for (int i = 0; i < n; ++i) listed_.push_back({code(i), 0, i, false});
    for (int i = shared_.claimed++; i < n; i = shared_.claimed++) {
      const int v = exact(up ? low_ : guess_, up ? guess_ : high_, guess_,
                          [&](int a, int b) { return go(i, Window{a, b}); });
      listed_[i].value = v;
      listed_[i].known = true;
      best = up ? std::max(best, v) : std::min(best, v);
    }
    return best;
  }

  // Follow the first action that keeps the value.
  template <class Code, class Go> int decide_trace(int seat, int n, Code code, Go go, int want) {
    purpose_ = SEARCH;
    int chosen = n - 1;
    for (int i = 0; i + 1 < n; ++i) {
      const bool keeps = maximises(seat) ? go(i, Window{want - 1, want}) >= want
                                         : go(i, Window{want, want + 1}) <= want;
      if (keeps) {
        chosen = i;
        break;
      }
    }
    purpose_ = TRACE;
    line_.push_back(code(chosen));
    return go(chosen, Window{want, want + 1});
  }

  // --- the start of a trick ------------------------------------------------------------------

  int lead(Window w) {
    if (purpose_ != SEARCH) return this->before_card(w);
    if constexpr (PATTERNS) relevant_ = {};
    int low = -FAR, high = FAR;
    if (bounded_) {
      std::tie(low, high) = bounds();
      settled_ = true;
      if (low >= w.beta || low == high) return low;
      if (high <= w.alpha) return high;
    }
    const int v = lead_on(w, low, high);
    settled_ = false;
    return v;
  }

  // Search a trick and what comes after it, where the bounds don't decide.
  int lead_on(Window w, int low, int high) {
    const bool last = count(s_.in_play) <= int(g_.seats.size());
    if (last && plain_end_ && o_.last_trick) return last_trick();
    if (!o_.table || last || (s_.done == 0 && t_.names_cards_at_first))
      return std::clamp(this->before_card(w), low, high);
    if constexpr (PATTERNS) return lead_by_pattern(w, low, high);
    else return lead_by_key(w, low, high);
  }

  // Look the position up by its key; else search it and keep what is found.
  int lead_by_key(Window w, int low, int high) {
    const Key key = shared_.keys.make(s_);
    if (const Found e = shared_.memory.find(key); e.weight) {
      low = std::max(low, int(e.low));
      high = std::min(high, int(e.high));
      if (low >= w.beta || low >= high) return low;
      if (high <= w.alpha) return high;
    }
    const long long before = clock_.nodes();
    const int v = narrowed(w, low, high);
    shared_.memory.store(key, low, high, weight(before));
    return v;
  }

  // The same with the patterns of relevant ranks that are known for positions of this shape.
  int lead_by_pattern(Window w, int low, int high) {
    const auto layout = relevance_.layout(s_, shared_.keys.past(s_));
    int v = 0;
    const bool known = shared_.patterns.search(layout.shape, [&](const Pattern &p, u64 names) {
      if (!relevance_.fits(layout, p)) return false;
      const u64 name = relevance_.name(layout, p);
      if (!(names >> (name >> 58) & 1)) return false;
      const Found e = shared_.memory.find(relevance_.key(layout, p, name));
      if (!e.weight) return false;
      if (e.low >= w.beta || e.low == e.high) v = e.low;
      else if (e.high <= w.alpha) v = e.high;
      else return false;
      relevant_ = relevance_.read(layout, p);
      return true;
    });
    if (known) return v;
    const long long before = clock_.nodes();
    v = narrowed(w, low, high);
    const Pattern pattern = relevance_.pattern(layout, relevant_);
    const Key key = relevance_.key(layout, pattern, relevance_.name(layout, pattern));
    if (const Found e = shared_.memory.find(key); e.weight) {
      low = std::max(low, int(e.low));
      high = std::min(high, int(e.high));
    }
    shared_.patterns.add(layout.shape, pattern, key.a);
    shared_.memory.store(key, low, high, weight(before));
    return v;
  }

  // Search inside what is known and make the bounds as narrow as the result.
  int narrowed(Window w, int &low, int &high) {
    const int from = std::max(w.alpha, low), to = std::min(w.beta, high);
    const int v = std::clamp(this->before_card({from, to}), low, high);
    if (v < to) high = v;
    if (v > from) low = v;
    return v;
  }

  int weight(long long before) const {
    return int(std::bit_width(u64(clock_.nodes() - before))) + 1;
  }

  // One card each: no choice is left but the gift of a Joker's trick.
  int last_trick() {
    clock_.tick();
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
    trick_told();
    s_.trick_size = 0;
    s_.trick = 0;
    if (at < 0) throw Stopped{RULES_SILENT};
    const int winner = s_.trick_seat[at];
    if (t_.gift == GIVES_TRICK && (v.joker & bit<M>(s_.trick_card[at])))
      return maximises(winner) ? shared_.sure.most() : shared_.sure.least();
    return goal_.trick_value[winner];
  }

  std::pair<int, int> bounds() { return reach_ ? endings_.reachable(s_) : shared_.sure.of(s_); }

  // --- a card --------------------------------------------------------------------------------

  int choose(Window w) {
    clock_.tick();
    const int seat = s_.turn;
    const M hand = s_.hand[seat];
    const M moves = (hand & (hand - 1)) ? legal(g_, s_, hand) : hand;
    if (!moves) return maximises(seat) ? -FAR : FAR;
    if (purpose_ == LIST) return list_cards(seat, moves);
    std::array<Move, MAX_CARDS> row;
    const M apart = representatives(g_, s_, shared_.keys, o_, moves);
    const int led = s_.trick_size ? g_.views[s_.view].slot_of[s_.trick_card[0]] : FACE_DOWN;
    History::Row past = history_.row(seat, led);
    std::optional<Outlook<M>> outlook;
    if (PATTERNS && (apart & (apart - 1)) && looks_out(g_, s_, o_, maximises(seat)))
      outlook.emplace(g_, s_, shared_.keys, o_, maximises(seat));
    const int n = sort_moves(g_, s_, o_, apart, past, maximises(seat), outlook, row);
    const auto code = [&](int i) { return ACT_PLAY | this->face(row[i].card); };
    int v = 0;
    if constexpr (PATTERNS) {
      const View<M> &view = g_.views[s_.view];
      const M merged = may_merge(g_, s_, o_) ? neighbours(view, s_, moves) : M(0);
      const bool share = purpose_ == SEARCH;
      Failures<M> failures;
      const auto go = [&](int i, Window in) {
        const int card = row[i].card;
        const M suit = view.slot[view.slot_of[card]];
        if (const int *same = failures.of(card, suit, s_.in_play, merged)) {
          relevant_ = {};
          return *same;
        }
        const int value = this->play(card, in);
        if (share) failures.add(card, relevant_.gaps, value);
        return value;
      };
      v = decide(seat, n, code, go, w);
      relevance_.close(s_.in_play, merged, relevant_);
    } else {
      v = decide(seat, n, code, [&](int i, Window in) { return this->play(row[i].card, in); }, w);
    }
    if (purpose_ == SEARCH) {
      const bool refutes = maximises(seat) ? v >= w.beta : v <= w.alpha;
      if (o_.history && n > 1 && refutes) past.reward(row[chosen_].card, count(hand));
    }
    return v;
  }

  // Value every legal face, equivalent ones once.
  int list_cards(int seat, M moves) {
    const M apart = representatives(g_, s_, shared_.keys, o_, moves);
    std::vector<int> cards;
    for (M m = apart; m; m &= m - 1) cards.push_back(lowest(m));
    const int first = int(listed_.size());
    const int v = decide_list(
        seat, int(cards.size()), [&](int i) { return ACT_PLAY | this->face(cards[i]); },
        [&](int i, Window in) { return this->play(cards[i], in); });
    const View<M> &view = g_.views[s_.view];
    for (M m = moves & ~apart; m; m &= m - 1) {
      const int card = lowest(m);
      const int leader = representative_of(g_, s_, shared_.keys, o_, moves, apart, card);
      if (view.face_of[leader] == view.face_of[card]) continue;
      const int at = int(std::find(cards.begin(), cards.end(), leader) - cards.begin());
      ActionValue same = listed_[first + at];
      same.code = ACT_PLAY | this->face(card);
      bool seen = false;
      for (const ActionValue &a : listed_) seen |= a.code == same.code;
      if (!seen) listed_.push_back(same);
    }
    return v;
  }

  // --- a trick and the end -------------------------------------------------------------------

  // Count the trick for its owner and go on.
  int credit(int owner, int points, Window w) {
    int gain = goal_.trick_value[owner];
    if (g_.points_matter) gain += goal_.point_value[owner] * points;
    if (goal_.mode == ADDITIVE)
      return gain + this->after_trick({w.alpha - gain, w.beta - gain});
    s_.so_far += gain;
    return this->after_trick(w);
  }

  // The trick lies on the table again after its rest has been searched.
  void trick_told() {
    if constexpr (PATTERNS) {
      const View<M> &v = g_.views[s_.view];
      relevance_.widen(s_.in_play, relevant_);
      if (decided_by_joker(v, s_, t_.jokers)) return;
      const M suit = emergent(v, s_.trick);
      if (count(suit) < 3) return;
      const bool any = settled_ && goal_.mode != TERMINAL;  // whoever of a side wins and leads
      relevance_.told(s_.in_play, suit, any ? relevance_.alike(s_, suit) : M(0), relevant_);
    }
  }

  // The deal is over: nothing more comes, or Python says what it is worth.
  int finish(int result) {
    settled_ = true;
    if constexpr (PATTERNS) relevant_ = {};
    const int last = goal_.last_points ? goal_.point_value[s_.leader] * goal_.last_points : 0;
    if (goal_.mode == ADDITIVE) return last;
    if (goal_.mode == EXACT) return s_.so_far + last == goal_.target;
    return endings_.value(s_, result);
  }

  const Options &o_;
  Shared<M> &shared_;
  const Relevance<M> &relevance_;
  Endings<M> endings_;
  History history_;
  std::vector<ActionValue> listed_;
  std::vector<int> line_;
  Relevant<M> relevant_;
  Purpose purpose_ = SEARCH;
  bool bounded_ = true, plain_end_ = false, reach_ = false;
  bool settled_ = false;  // what came after the last trick rests on no card and no leader
  int low_ = 0, high_ = 0, guess_ = 0, chosen_ = 0;
};

}  // namespace foolproof

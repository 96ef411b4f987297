// In which order cards are tried: likely refutations first.
#pragma once
#include <optional>

#include "outlook.hpp"

namespace foolproof {

struct Move {
  int card, score;
};

// How often each card of each seat was the refutation: after the suit that was led, and at all.
class History {
 public:
  struct Row {
    int *led = nullptr, *all = nullptr;
    int of(int card) const { return 8 * std::min(led[card], 1 << 18) + all[card]; }
    void reward(int card, int depth) {
      led[card] += depth * depth;
      all[card] += depth * depth;
    }
  };

  // Threads begin with different small numbers, so that they do not all look at the same first.
  History(int seats, int thread) : counts_(std::size_t(seats) * (SLOTS + 1) * MAX_CARDS) {
    if (!thread) return;
    u64 x = u64(thread);
    for (int &n : counts_) n = int((x = mix(x + 0x9e3779b97f4a7c15ULL, 0xe7037ed1a0b428dbULL)) & 63);
  }

  Row row(int seat, int led) {
    int *const first = counts_.data() + std::size_t(seat) * (SLOTS + 1) * MAX_CARDS;
    return {first + std::size_t(led) * MAX_CARDS, first + std::size_t(SLOTS) * MAX_CARDS};
  }

 private:
  std::vector<int> counts_;
};

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

// How promising a card looks under a highest-card rule: masters led, tricks won cheaply.
template <class M> class Promise {
 public:
  Promise(const Setting<M> &g, const State<M> &s, bool up) : v_(g.views[s.view]), s_(s) {
    leading_ = s.trick_size == 0;
    if (leading_) return;
    last_ = s.trick_size + 1 == int(g.seats.size());
    heads_ = heading(v_, s, led(v_, s, *g.t));
    const int at = trick_winner(g, s);
    friendly_ = at >= 0 && bool(g.goal->maximises[s.trick_seat[at]]) == up;
  }

  int of(int card) const {
    const M suit = v_.slot[v_.slot_of[card]];
    if (leading_) return highest(M(s_.in_play & suit)) == card ? 100'000 : 0;
    const int low = 64 - count(M(suit & below<M>(card)));
    if (last_) return 10'000 * low;
    const bool fights = !friendly_ && (heads_ & bit<M>(card));
    return fights ? 1'000'000 + 1'000 * low : 0;
  }

 private:
  const View<M> &v_;
  const State<M> &s_;
  M heads_{};
  bool leading_ = false, last_ = false, friendly_ = false;
};

template <class M>
int sort_moves(const Setting<M> &g, State<M> &s, const Options &o, M moves, History::Row past,
               bool up, std::optional<Outlook<M>> &outlook, std::array<Move, MAX_CARDS> &row) {
  if (!(moves & (moves - 1))) {
    row[0] = {lowest(moves), 0};
    return 1;
  }
  int n = 0;
  const bool last = o.good_first && s.trick_size + 1 == int(g.seats.size());
  const bool high = o.promise && g.t->winner == HIGHEST;
  const bool both = g.t->winner != HIGHEST && g.seats.size() <= 3;
  std::optional<Promise<M>> promise;
  if (high) promise.emplace(g, s, up);
  for (M m = moves; m; m &= m - 1) {
    const int card = lowest(m);
    int score = 0;
    if (o.history) score = both ? std::min(past.of(card), 1 << 24) : std::min(past.led[card], 1 << 20);
    if (last) score += outcome_of_last(g, s, card, up) * (1 << 25);
    if (high) score += promise->of(card);
    if (outlook) score -= std::min(outlook->ways(card), 1000) << 20;
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

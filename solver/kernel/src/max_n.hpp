// Every seat for itself (max^n): each maximises its own measure and takes the first of equal
// actions in the referee's order. Exhaustive, with a memo of exact positions at trick boundaries:
// renaming cards would change which of two equal actions comes first.
#pragma once
#include <string>

#include "endings.hpp"
#include "play.hpp"

namespace foolproof {

using Payoff = std::array<std::int32_t, MAX_SEATS>;  // what still comes to each seat
struct NoWindow {};

template <class M> class EachForHimself : public Play<M, EachForHimself<M>, Payoff, NoWindow> {
  using Base = Play<M, EachForHimself<M>, Payoff, NoWindow>;
  friend Base;

 public:
  EachForHimself(const Setting<M> &g, const State<M> &root, const Root &given, const OwnGoal &own,
                 const Options &o, Limits &limits)
      : Base(g, root, given, limits, true), own_(own),
        most_(std::size_t(o.memory_mb * 1048576.0 / ENTRY)) {}

  // The value of the root for a seat, of every action, and the line that is played.
  void solve(int seat, Result &r) {
    seat_ = seat;
    result_ = &r;
    purpose_ = LISTING;
    r.lower = r.upper = this->from_root({}, false)[seat];
    purpose_ = TRACING;
    this->from_root({}, false);
  }

  long long stored() const { return (long long)(memo_.size()); }

 private:
  using Base::clock_;
  using Base::g_;
  using Base::goal_;
  using Base::s_;
  using Base::t_;
  enum { SEARCHING, LISTING, TRACING } purpose_ = SEARCHING;
  static constexpr double ENTRY = 320;  // bytes of the memo, about

  template <class Code, class Go>
  Payoff decide(int seat, int n, Code code, Go go, NoWindow w) {
    const auto purpose = purpose_;
    purpose_ = SEARCHING;
    Payoff best{};
    int chosen = -1;
    for (int i = 0; i < n; ++i) {
      const Payoff v = go(i, w);
      if (purpose == LISTING) result_->actions.push_back({code(i), v[seat_], i, true});
      const bool better = chosen < 0 || (own_.least ? v[seat] < best[seat] : v[seat] > best[seat]);
      if (better) best = v, chosen = i;
    }
    if (purpose != TRACING) return best;
    purpose_ = TRACING;
    result_->line.push_back(code(chosen));
    return go(chosen, w);
  }

  Payoff choose(NoWindow w) {
    clock_.tick();
    const M hand = s_.hand[s_.turn];
    const std::vector<int> cards = this->one_of_each(legal(g_, s_, hand));
    if (cards.empty()) throw Stopped{RULES_SILENT};
    return decide(
        s_.turn, int(cards.size()), [&](int i) { return ACT_PLAY | this->face(cards[i]); },
        [&](int i, NoWindow in) { return this->play(cards[i], in); }, w);
  }

  Payoff lead(NoWindow w) {
    if (purpose_ != SEARCHING) return this->before_card(w);
    std::string name = position();
    if (const auto at = memo_.find(name); at != memo_.end()) return at->second;
    const Payoff v = this->before_card(w);
    if (memo_.size() < most_) memo_.emplace(std::move(name), v);
    return v;
  }

  // Everything on which the rest of the deal depends, at the start of a trick.
  std::string position() const {
    std::string name;
    const auto put = [&](const auto &x) {
      name.append(reinterpret_cast<const char *>(&x), sizeof x);
    };
    for (int seat : g_.seats) put(s_.hand[seat]);
    for (const int x : {s_.leader, s_.view, s_.done, s_.stock_at}) name += char(x);
    name += char(s_.broken | s_.robbed << 1 | (s_.turn_up != 0) << 2);
    put(s_.asked);
    put(s_.go);
    if (own_.values || t_.jink >= 0)
      for (int seat : g_.seats) put(s_.taken[seat]);
    if (!goal_.counted.empty())
      for (int seat : g_.seats) put(s_.won[seat]);
    return name;
  }

  Payoff credit(int owner, int points, NoWindow w) {
    Payoff v = this->after_trick(w);
    if (!own_.values) add(v, owner, 1, points);
    return v;
  }

  void add(Payoff &v, int owner, int tricks, int points) const {
    for (int seat = 0; seat < g_.players; ++seat)
      v[seat] += own_.trick_value[seat][owner] * tricks + own_.point_value[seat][owner] * points;
  }

  Payoff finish(int result) {
    Payoff v{};
    if (!own_.values) {
      add(v, s_.leader, 0, goal_.last_points);
      return v;
    }
    auto [name, end] = describe(g_, s_, result);
    const auto [at, fresh] = ends_.try_emplace(std::move(name), v);
    if (fresh) {
      const std::vector<int> values = own_.values(end);
      std::copy(values.begin(), values.end(), at->second.begin());
    }
    return at->second;
  }

  void trick_told() {}

  const OwnGoal &own_;
  std::size_t most_;
  int seat_ = 0;
  Result *result_ = nullptr;
  std::unordered_map<std::string, Payoff> memo_;
  std::map<std::vector<int>, Payoff> ends_;
};

}  // namespace foolproof

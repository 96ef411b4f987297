// From tables to an answer: run the searches that the question needs, on one thread or several.
#include <cmath>

#include "max_n.hpp"
#include "setup.hpp"
#include "team.hpp"

namespace foolproof {
namespace {

// A first guess of the value: a side that is a small part of the seats gets less than its part,
// and by far less under a middling rule for more than three, where few of five take next to none.
int likely(const Tables &t, const Goal &goal, const Root &root, int low, int high) {
  double up = 0, down = 0;
  for (std::size_t seat = 0; seat < root.active.size(); ++seat)
    if (root.active[seat]) (goal.maximises[seat] ? up : down) += 1;
  const double power = t.winner != HIGHEST && up + down > 3 ? 6 : 3;
  up = std::pow(up, power);
  down = std::pow(down, power);
  return low + int(double(high - low) * up / (up + down) + 0.25);
}

template <class M, bool PATTERNS>
void answer(Team<M, PATTERNS> &team, const Tables &t, const Root &root, const Goal &goal,
            const Question &q, const Options &o, Result &r) {
  const auto [low, high] = team.bounds_at_root();
  r.lower = std::max(low, goal.low);
  r.upper = std::min(high, goal.high);
  if (q.decide) {
    if (r.lower < q.bound && r.upper >= q.bound) team.decide(q.bound, r);
    return;
  }
  if (o.driver == 3) {
    team.open(r);
  } else {
    const int guess = q.have_guess ? q.guess : likely(t, goal, root, r.lower, r.upper);
    team.narrow(guess, r);
  }
  if (q.actions) r.actions = team.list(goal.low, goal.high, r.lower);
  if (q.line) r.line = team.line(r.lower);
}

template <class M>
Result run(const Tables &t, const Root &root, const Goal &goal, const Options &o,
           const Question &q, const std::function<bool()> &interrupted) {
  Setting<M> g = make_setting<M>(t, root, goal);
  const State<M> s = make_state(g, root);
  Shared<M> shared(g, o, interrupted);
  const auto go = [&](auto team) {
    Result r;
    try {
      answer(team, t, root, goal, q, o, r);
    } catch (const Stopped &stopped) {
      r.status = stopped.status;
    }
    team.account(r);
    return r;
  };
  if (shared.relevance.on()) return go(Team<M, true>(g, s, root, o, shared));
  return go(Team<M, false>(g, s, root, o, shared));
}

template <class M>
Result run_each(const Tables &t, const Root &root, const Goal &goal, const OwnGoal &own, int seat,
                const Options &o, const std::function<bool()> &interrupted) {
  Setting<M> g = make_setting<M>(t, root, goal);
  const State<M> s = make_state(g, root);
  Limits limits(o, interrupted);
  EachForHimself<M> search(g, s, root, own, o, limits);
  Result r;
  try {
    search.solve(seat, r);
  } catch (const Stopped &stopped) {
    r.status = stopped.status;
  }
  r.nodes = search.clock().nodes();
  r.stored = search.stored();
  return r;
}

}  // namespace

Result solve(const Tables &t, const Root &root, const Goal &goal, const Options &o,
             const Question &q, const std::function<bool()> &interrupted) {
  if (live_faces(root).size() <= 64) return run<u64>(t, root, goal, o, q, interrupted);
  return run<u128>(t, root, goal, o, q, interrupted);
}

Result solve_each(const Tables &t, const Root &root, const Goal &goal, const OwnGoal &own, int seat,
                  const Options &o, const std::function<bool()> &interrupted) {
  if (live_faces(root).size() <= 64)
    return run_each<u64>(t, root, goal, own, seat, o, interrupted);
  return run_each<u128>(t, root, goal, own, seat, o, interrupted);
}

}  // namespace foolproof

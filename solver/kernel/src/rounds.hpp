// A decision searched in rounds of growing effort.
#pragma once
#include <algorithm>
#include <numeric>
#include <vector>

#include "clock.hpp"

namespace foolproof {

constexpr int ROUNDS_GROW = 8;  // how much more effort the next round gives

// Give each of n actions some nodes, then more to those for which it was too little: of several
// good actions that which is soon proved good comes first, however large the proof of another
// may be. What has been found on the way stays in the table. `take` searches an action and says
// whether it is good enough, which ends it; `state` is put back where the effort ran out.
template <class State, class Take>
__attribute__((noinline)) bool in_rounds(Clock &clock, State &state, int n, long long effort,
                                         Take take) {
  const State before = state;
  const long long end = clock.end();
  std::vector<int> open(n);
  std::iota(open.begin(), open.end(), 0);
  for (; !open.empty(); effort *= ROUNDS_GROW) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < open.size(); ++i) {
      const bool alone = kept == 0 && i + 1 == open.size();
      clock.set_end(alone ? end : std::min(end, clock.nodes() + effort));
      try {
        const bool good = take(open[i]);
        clock.set_end(end);
        if (good) return true;
      } catch (const Stopped &stopped) {
        clock.set_end(end);
        if (stopped.status != OUT_OF_EFFORT || clock.nodes() >= end) throw;
        state = before;
        open[kept++] = open[i];
      }
    }
    open.resize(kept);
  }
  return false;
}

}  // namespace foolproof

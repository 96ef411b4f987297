// Finished deals that only Python can value, each asked about once.
#pragma once
#include <map>
#include <unordered_map>
#include <utility>

#include "state.hpp"

namespace foolproof {

constexpr int FAR = 32000;

// What tells a finished deal from others, in words and as a name to look it up by.
template <class M>
std::pair<std::vector<int>, Ending> describe(const Setting<M> &g, const State<M> &s, int result) {
  const View<M> &v = g.views[s.view];
  Ending end;
  end.result = result;
  end.robbed = s.robbed;
  end.leader = g.goal->leader_counts ? s.leader : 0;
  std::vector<int> name{result, int(s.robbed), int(s.go), end.leader};
  end.won.resize(g.players);
  for (int seat = 0; seat < g.players; ++seat) {
    end.taken.push_back(s.taken[seat]);
    end.go.push_back(int(s.go >> seat & 1));
    name.push_back(s.taken[seat]);
    for (M w = s.won[seat]; w; w &= w - 1) {
      end.won[seat].push_back(v.face_of[lowest(w)]);
      name.push_back(int(v.face_of[lowest(w)]) * 32 + seat + 1024);
    }
  }
  return {std::move(name), std::move(end)};
}

// The values of the ends, and of the best and worst of those that are still open.
template <class M> class Endings {
 public:
  Endings(const Setting<M> &g, const State<M> &root) : g_(g) {
    for (int seat : g.seats) {
      int held = count(root.hand[seat]);
      for (int i = 0; i < root.trick_size; ++i) held += root.trick_seat[i] == seat;
      if (seat != g.seats[0] && held + root.done != tricks_) equal_ = false;
      tricks_ = held + root.done;
    }
    left_ = tricks_ - root.done;
  }

  int value(const State<M> &s, int result) {
    auto [name, end] = describe(g_, s, result);
    const auto [at, fresh] = values_.try_emplace(std::move(name), 0);
    if (fresh) at->second = std::clamp(g_.goal->value(end), -FAR, FAR);
    return at->second;
  }

  // Whether the ways of sharing out the tricks that are left are few enough to look at all.
  bool few() const {
    double ways = 1;
    const int seats = int(g_.seats.size());
    for (int i = 1; i < seats; ++i) ways *= double(left_ + i) / i;
    return equal_ && seats <= 9 && tricks_ > 0 && ways <= 4000;
  }

  // The least and greatest value of any end that the tricks taken so far leave open.
  std::pair<int, int> reachable(State<M> &s) {
    u64 name = 1;
    for (int seat : g_.seats) name = name << 6 | u64(s.taken[seat] & 63);
    name = name << 1 | u64(s.robbed);
    if (const auto at = open_.find(name); at != open_.end()) return at->second;
    std::pair<int, int> out{FAR, -FAR};
    if (s.done == tricks_) {
      out.first = out.second = value(s, 0);
    } else {
      ++s.done;
      for (int seat : g_.seats) {
        ++s.taken[seat];
        const auto [low, high] = reachable(s);
        --s.taken[seat];
        out = {std::min(out.first, low), std::max(out.second, high)};
      }
      --s.done;
    }
    open_.emplace(name, out);
    return out;
  }

 private:
  const Setting<M> &g_;
  int tricks_ = 0, left_ = 0;
  bool equal_ = true;
  std::map<std::vector<int>, int> values_;
  std::unordered_map<u64, std::pair<int, int>> open_;
};

}  // namespace foolproof

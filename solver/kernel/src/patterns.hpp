// Which patterns of relevant ranks have been met with among positions of one shape.
// Threads share them under small locks; they never take more than their memory.
#pragma once
#include <array>
#include <atomic>
#include <unordered_map>
#include <vector>

#include "mask.hpp"

namespace foolproof {

// Places in four suits of sixteen cards: where the order of neighbours matters, and where two
// neighbours must be doubles.
struct Pattern {
  u64 gaps = 0, pairs = 0;
  bool operator==(const Pattern &) const = default;
};

class Patterns {
 public:
  explicit Patterns(double megabytes) : most_(std::size_t(megabytes * 1048576.0 / STRIPES)) {}

  // Go through the patterns of a shape until `hits` takes one, which moves up. Besides a pattern it
  // is told which names may be in the table under it, a bit for each value of their upper six bits.
  template <class F> bool search(u64 shape, F hits) {
    Stripe &stripe = of(shape);
    const Lock lock(stripe);
    const auto at = stripe.lists.find(shape);
    if (at == stripe.lists.end()) return false;
    std::vector<Known> &list = at->second;
    for (std::size_t i = 0; i < list.size(); ++i)
      if (hits(list[i].pattern, list[i].names)) {
        std::swap(list[i], list[i / 2]);
        return true;
      }
    return false;
  }

  // Add a name under a pattern, a new one in the middle; the least used one gives way where there
  // are many.
  void add(u64 shape, const Pattern &pattern, u64 name) {
    Stripe &stripe = of(shape);
    const Lock lock(stripe);
    std::vector<Known> &list = stripe.lists[shape];
    for (Known &known : list)
      if (known.pattern == pattern) {
        known.names |= 1ULL << (name >> 58);
        return;
      }
    if (list.size() >= MOST) list.pop_back();
    else stripe.bytes += list.empty() ? 128 : 2 * sizeof(Known);
    list.insert(list.begin() + std::ptrdiff_t(list.size() / 2), {pattern, 1ULL << (name >> 58)});
    if (stripe.bytes > most_) {  // forgetting costs time only: what is met with comes back
      stripe.lists.clear();
      stripe.bytes = 0;
    }
  }

 private:
  static constexpr std::size_t STRIPES = 64, MOST = 512;

  struct Known {
    Pattern pattern;
    u64 names;
  };
  struct Stripe {
    std::atomic_flag busy;
    std::unordered_map<u64, std::vector<Known>> lists;
    std::size_t bytes = 0;  // an upper bound
  };
  struct Lock {
    explicit Lock(Stripe &s) : stripe(s) {
      while (stripe.busy.test_and_set(std::memory_order_acquire)) {}
    }
    ~Lock() { stripe.busy.clear(std::memory_order_release); }
    Lock(const Lock &) = delete;
    Stripe &stripe;
  };

  Stripe &of(u64 shape) { return stripes_[shape >> 58]; }

  std::size_t most_;
  std::array<Stripe, STRIPES> stripes_;
};

}  // namespace foolproof

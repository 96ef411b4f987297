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

  // Go through the patterns of a shape until `hits` takes one, which moves up.
  template <class F> bool search(u64 shape, F hits) {
    Stripe &stripe = of(shape);
    const Lock lock(stripe);
    const auto at = stripe.lists.find(shape);
    if (at == stripe.lists.end()) return false;
    std::vector<Pattern> &list = at->second;
    for (std::size_t i = 0; i < list.size(); ++i)
      if (hits(list[i])) {
        std::swap(list[i], list[i / 2]);
        return true;
      }
    return false;
  }

  // Add a pattern in the middle; the least used one gives way where there are many.
  void add(u64 shape, const Pattern &pattern) {
    Stripe &stripe = of(shape);
    const Lock lock(stripe);
    std::vector<Pattern> &list = stripe.lists[shape];
    if (std::find(list.begin(), list.end(), pattern) != list.end()) return;
    if (list.size() >= MOST) list.pop_back();
    else stripe.bytes += list.empty() ? 128 : 2 * sizeof(Pattern);
    list.insert(list.begin() + std::ptrdiff_t(list.size() / 2), pattern);
    if (stripe.bytes > most_) {  // forgetting costs time only: what is met with comes back
      stripe.lists.clear();
      stripe.bytes = 0;
    }
  }

 private:
  static constexpr std::size_t STRIPES = 64, MOST = 128;

  struct Stripe {
    std::atomic_flag busy;
    std::unordered_map<u64, std::vector<Pattern>> lists;
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

// The transposition table: bounds on what is still to come, in buckets of one cache line.
// It starts small, grows as it fills, and never exceeds the memory or the entries it was given.
// Every entry is checked with 80 bits besides its place, so its size never changes an answer.
// Threads share it without locks: an entry is two words, the first of them mixed with the second,
// so that half an entry of one thread and half of another fit no key. Such a table does not grow.
#pragma once
#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <memory>
#include <new>

#include "mask.hpp"

namespace foolproof {

struct Key {
  u64 a = 0;
  std::uint16_t b = 0;
};

struct Found {
  std::int16_t low = 0, high = 0;
  std::uint16_t b = 0;
  std::uint16_t weight = 0;  // 0: empty; else how much work stands behind the bounds
};
static_assert(sizeof(Found) == sizeof(u64));

struct Entry {
  std::atomic<u64> name, data;
};

constexpr int WAYS = 4;
struct alignas(64) Bucket {
  Entry entry[WAYS];
};

class Memory {
 public:
  Memory(double megabytes, long long entries, bool shared) : shared_(shared) {
    const double most = entries > 0 ? std::max(1.0, double(entries) / WAYS)
                                    : std::max(1.0, megabytes * 1048576.0 / sizeof(Bucket));
    // While it grows the old table (a quarter of the new one) is still there.
    limit_ = 1;
    while (double(limit_) * 2 * (entries > 0 || shared ? 1.0 : 1.25) <= most) limit_ *= 2;
    resize(shared ? limit_ : std::min<std::size_t>(limit_, 256));
  }

  // The bounds of a position; `weight` is 0 where there are none.
  Found find(const Key &key) const {
    for (const Entry &e : at(key.a).entry) {
      const u64 data = e.data.load(std::memory_order_relaxed);
      if ((e.name.load(std::memory_order_relaxed) ^ data) != key.a) continue;
      const Found found = unpacked(data);
      if (found.b == key.b && found.weight) return found;
    }
    return {};
  }

  void store(const Key &key, int low, int high, int weight) {
    if (!shared_ && stored() * 2 > (long long)(buckets_ * WAYS) && buckets_ < limit_) grow();
    put(key.a, {std::int16_t(low), std::int16_t(high), key.b,
                std::uint16_t(std::max(1, weight))});
  }

  long long stored() const { return stored_.load(std::memory_order_relaxed); }
  long long bytes() const { return (long long)(buckets_ * sizeof(Bucket)); }

 private:
  struct Free {
    void operator()(void *p) const { std::free(p); }
  };

  static Found unpacked(u64 data) { return std::bit_cast<Found>(data); }

  Bucket &at(u64 name) const { return table_[name & (buckets_ - 1)]; }

  void resize(std::size_t buckets) {
    // Pages of nothing are free until they are touched: hence not aligned_alloc.
    std::size_t room = (buckets + 1) * sizeof(Bucket);
    raw_.reset(std::calloc(room, 1));
    void *aligned = raw_.get();
    if (!std::align(alignof(Bucket), buckets * sizeof(Bucket), aligned, room)) throw std::bad_alloc();
    table_ = static_cast<Bucket *>(aligned);
    buckets_ = buckets;
    stored_.store(0, std::memory_order_relaxed);
  }

  void grow() {
    const std::size_t before = buckets_;
    const std::unique_ptr<void, Free> kept = std::move(raw_);
    const Bucket *old = table_;
    resize(std::min(limit_, before * 4));
    for (std::size_t i = 0; i < before; ++i)
      for (const Entry &e : old[i].entry) {
        const Found found = unpacked(e.data.load(std::memory_order_relaxed));
        if (found.weight)
          put(e.name.load(std::memory_order_relaxed) ^ e.data.load(std::memory_order_relaxed),
              found);
      }
  }

  // Replace the same position, else an empty place, else the cheapest bounds.
  void put(u64 name, const Found &entry) {
    Bucket &bucket = at(name);
    Entry *best = nullptr;
    int least = 1 << 20;
    for (Entry &e : bucket.entry) {
      const u64 data = e.data.load(std::memory_order_relaxed);
      const Found found = unpacked(data);
      const bool same = (e.name.load(std::memory_order_relaxed) ^ data) == name &&
                        found.b == entry.b && found.weight;
      const int weight = same ? -1 : found.weight;
      if (weight < least) least = weight, best = &e;
    }
    if (least == 0) stored_.store(stored() + 1, std::memory_order_relaxed);
    const u64 data = std::bit_cast<u64>(entry);
    best->data.store(data, std::memory_order_relaxed);
    best->name.store(name ^ data, std::memory_order_relaxed);
  }

  bool shared_;
  std::size_t limit_ = 1, buckets_ = 0;
  std::atomic<long long> stored_{0};  // threads may lose a count, never an entry
  std::unique_ptr<void, Free> raw_;
  Bucket *table_ = nullptr;
};

}  // namespace foolproof

// The transposition table: bounds on what is still to come, in buckets of one cache line.
// It starts small, grows as it fills, and never exceeds the memory or the entries it was given.
// Every entry is checked with 80 bits besides its place, so its size never changes an answer.
#pragma once
#include <algorithm>
#include <cstdlib>
#include <memory>

#include "mask.hpp"

namespace foolproof {

struct Key {
  u64 a = 0;
  std::uint16_t b = 0;
};

struct Entry {
  u64 a;
  std::int16_t low, high;
  std::uint16_t b;
  std::uint16_t weight;  // 0: empty; else how much work stands behind the bounds
};
static_assert(sizeof(Entry) == 16);

constexpr int WAYS = 4;
struct alignas(64) Bucket {
  Entry entry[WAYS];
};

class Memory {
 public:
  Memory(double megabytes, long long entries) {
    const double most = entries > 0 ? std::max(1.0, double(entries) / WAYS)
                                    : std::max(1.0, megabytes * 1048576.0 / sizeof(Bucket));
    // While it grows the old table (a quarter of the new one) is still there.
    limit_ = 1;
    while (double(limit_) * 2 * (entries > 0 ? 1.0 : 1.25) <= most) limit_ *= 2;
    resize(std::min<std::size_t>(limit_, 256));
  }

  const Entry *find(const Key &key) const {
    const Bucket &bucket = at(key);
    for (const Entry &e : bucket.entry)
      if (e.a == key.a && e.b == key.b && e.weight) return &e;
    return nullptr;
  }

  void store(const Key &key, int low, int high, int weight) {
    if (stored_ * 2 > buckets_ * WAYS && buckets_ < limit_) grow();
    put(Entry{key.a, std::int16_t(low), std::int16_t(high), key.b,
              std::uint16_t(std::max(1, weight))});
  }

  long long stored() const { return (long long)(stored_); }
  long long bytes() const { return (long long)(buckets_ * sizeof(Bucket)); }

 private:
  struct Free {
    void operator()(Bucket *p) const { std::free(p); }
  };

  Bucket &at(const Key &key) const { return table_.get()[key.a & (buckets_ - 1)]; }

  void resize(std::size_t buckets) {
    const std::size_t bytes = buckets * sizeof(Bucket);
    void *raw = std::aligned_alloc(64, bytes);
    if (!raw) throw std::bad_alloc();
    std::fill_n(static_cast<unsigned char *>(raw), bytes, std::uint8_t(0));
    table_.reset(static_cast<Bucket *>(raw));
    buckets_ = buckets;
    stored_ = 0;
  }

  void grow() {
    const std::size_t before = buckets_;
    std::unique_ptr<Bucket, Free> old = std::move(table_);
    resize(std::min(limit_, before * 4));
    for (std::size_t i = 0; i < before; ++i)
      for (const Entry &e : old.get()[i].entry)
        if (e.weight) put(e);
  }

  // Replace the same position, else an empty place, else the cheapest bounds.
  void put(const Entry &entry) {
    Bucket &bucket = at(Key{entry.a, entry.b});
    Entry *best = &bucket.entry[0];
    for (Entry &e : bucket.entry) {
      if (e.weight && e.a == entry.a && e.b == entry.b) {
        e = entry;
        return;
      }
      if (e.weight < best->weight) best = &e;
    }
    if (!best->weight) ++stored_;
    *best = entry;
  }

  std::size_t limit_ = 1, buckets_ = 0, stored_ = 0;
  std::unique_ptr<Bucket, Free> table_;
};

}  // namespace foolproof

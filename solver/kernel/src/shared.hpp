// What the threads of one solve know together.
#pragma once
#include <atomic>

#include "bounds.hpp"
#include "clock.hpp"
#include "key.hpp"
#include "relevance.hpp"

namespace foolproof {

template <class M> struct Shared {
  Shared(const Setting<M> &g, const Options &o, const std::function<bool()> &interrupted)
      : limits(o, interrupted), keys(g, o), sure(g, o), relevance(g, o),
        patterns(relevance.on() ? o.memory_mb / 8 : 0),
        memory(relevance.on() ? o.memory_mb * 7 / 8 : o.memory_mb, o.entries, o.threads > 1) {}

  Limits limits;
  KeyMaker<M> keys;
  Bounds<M> sure;
  Relevance<M> relevance;
  Patterns patterns;
  Memory memory;
  std::atomic<int> claimed{0};  // actions at the root that a thread has taken to list
};

}  // namespace foolproof

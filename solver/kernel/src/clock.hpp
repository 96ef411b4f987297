// When a search gives up: nodes and seconds over all its threads, signals, and being overtaken.
#pragma once
#include <algorithm>
#include <atomic>
#include <chrono>
#include <utility>

#include "tables.hpp"

namespace foolproof {

struct Stopped {
  int status;
};

// What the threads of one solve share.
class Limits {
 public:
  Limits(const Options &o, const std::function<bool()> &interrupted)
      : o_(o), interrupted_(interrupted), start_(std::chrono::steady_clock::now()) {}

  long long allowed() const { return o_.nodes ? o_.nodes : (1LL << 62); }

  // Count nodes of one thread; raise Stopped where a limit is reached or another thread gave up.
  void spend(long long nodes, bool main_thread, bool ask_signals) {
    const long long all = nodes_.fetch_add(nodes, std::memory_order_relaxed) + nodes;
    if (const int status = status_.load(std::memory_order_relaxed)) throw Stopped{status};
    if (all > allowed()) stop(OUT_OF_NODES);
    using namespace std::chrono;
    if (o_.seconds > 0 && duration<double>(steady_clock::now() - start_).count() > o_.seconds)
      stop(OUT_OF_TIME);
    if (main_thread && ask_signals && interrupted_ && interrupted_()) stop(INTERRUPTED);
  }

  void set(int status) { status_.store(status, std::memory_order_relaxed); }

 private:
  void stop(int status) {
    set(status);
    throw Stopped{status};
  }

  const Options &o_;
  const std::function<bool()> &interrupted_;
  std::chrono::steady_clock::time_point start_;
  std::atomic<long long> nodes_{0};
  std::atomic<int> status_{SOLVED};
};

// One thread's count of nodes, handed in every few thousand.
class Clock {
 public:
  Clock(Limits &limits, bool main_thread) : limits_(limits), main_(main_thread) { plan(); }

  void tick() {
    if (++nodes_ >= next_) hand_in();
  }

  long long nodes() const { return nodes_; }

  void hand_in() {
    if (overtaken.load(std::memory_order_relaxed)) throw Stopped{OVERTAKEN};
    const long long spent = nodes_ - std::exchange(handed_, nodes_);
    plan();
    limits_.spend(spent, main_, (++turns_ & 15) == 0);
    if (nodes_ >= end_) throw Stopped{OUT_OF_EFFORT};
  }

  // The number of nodes at which the round of effort under way is over.
  long long end() const { return end_; }
  void set_end(long long at) {
    end_ = at;
    plan();
  }

  std::atomic<bool> overtaken{false};  // another thread has answered what this one looks for

 private:
  // Stop exactly at the limit where there is one thread only.
  void plan() {
    const long long limit = std::max(nodes_ + 1, limits_.allowed() + 1);
    next_ = std::min({nodes_ + STEP, limit, std::max(nodes_ + 1, end_)});
  }

  static constexpr long long STEP = 4096;
  Limits &limits_;
  bool main_;
  long long nodes_ = 0, handed_ = 0, next_ = 0, end_ = 1LL << 62;
  int turns_ = 0;
};

}  // namespace foolproof

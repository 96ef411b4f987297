// The searches of one question: one, or one for each thread over a table that they share.
// Threads take different amounts while the value is not pinned down ("at least 3?", "at least
// 4?"), then the same one from different first moves; the actions are dealt out one by one.
#pragma once
#include <exception>
#include <mutex>
#include <thread>

#include "search.hpp"

namespace foolproof {

template <class M, bool PATTERNS> class Team {
 public:
  Team(const Setting<M> &g, const State<M> &root, const Root &given, const Options &o,
       Shared<M> &shared)
      : o_(o), shared_(shared) {
    for (int i = 0; i < std::clamp(o.threads, 1, 64); ++i)
      members_.push_back(std::make_unique<Search<M, PATTERNS>>(g, root, given, o, shared, i));
  }

  std::pair<int, int> bounds_at_root() { return first().bounds_at_root(); }

  // Whether the value reaches an amount.
  void decide(int amount, Result &r) {
    race(r, [&](std::size_t) { return Window{amount - 1, amount}; },
         [&] { return r.lower >= amount || r.upper < amount; });
  }

  // One search with an open window.
  void open(Result &r) { r.lower = r.upper = first().value(-FAR, FAR); }

  // Narrow the bounds of the result to its value.
  void narrow(int guess, Result &r) {
    if (members_.size() == 1) {
      r.lower = r.upper = first().exact(r.lower, r.upper, guess, [&](int a, int b) {
        const int v = first().value(a, b);
        note({a, b}, v, r);
        return v;
      });
      return;
    }
    const auto pick = [&](std::size_t thread) {
      if (first().opens(r.lower, r.upper)) return Window{r.lower, r.upper};
      const int amounts = r.upper - r.lower;  // lower + 1 .. upper
      const int nearest = std::clamp(guess, r.lower + 1, r.upper) - r.lower - 1;
      const int amount = r.lower + 1 + (nearest + int(thread)) % amounts;
      return Window{amount - 1, amount};
    };
    race(r, pick, [&] { return r.lower >= r.upper; });
  }

  // The value of every action at the root.
  std::vector<ActionValue> list(int low, int high, int guess) {
    shared_.claimed = 0;
    std::vector<std::vector<ActionValue>> lists(members_.size());
    together([&](std::size_t i) { lists[i] = members_[i]->list(low, high, guess); });
    for (std::size_t i = 1; i < lists.size(); ++i)
      for (std::size_t k = 0; k < lists[i].size(); ++k)
        if (lists[i][k].known) lists[0][k] = lists[i][k];
    return lists[0];
  }

  std::vector<int> line(int value) { return first().line(value); }

  // Note the effort of all, whatever became of the searches.
  void account(Result &r) {
    for (const auto &member : members_) r.nodes += member->clock().nodes();
    r.stored = shared_.memory.stored();
    r.table_bytes = shared_.memory.bytes();
  }

 private:
  Search<M, PATTERNS> &first() { return *members_.front(); }

  static void note(Window w, int v, Result &r) {
    if (v < w.beta) r.upper = std::min(r.upper, std::max(v, r.lower));
    if (v > w.alpha) r.lower = std::max(r.lower, std::min(v, r.upper));
    ++r.probes;
  }

  // Let every thread search windows until the question is answered; call back whoever looks for
  // what another has found.
  template <class Pick, class Done> void race(Result &r, Pick pick, Done done) {
    std::mutex guard;
    std::vector<Window> windows(members_.size(), Window{-FAR, FAR});
    together([&](std::size_t i) {
      std::unique_lock lock(guard);
      Clock &clock = members_[i]->clock();
      while (!done()) {
        const Window w = windows[i] = pick(i);
        clock.overtaken = false;
        lock.unlock();
        int v = 0;
        bool found = true;
        try {
          v = members_[i]->value(w.alpha, w.beta);
        } catch (const Stopped &stopped) {
          if (stopped.status != OVERTAKEN) throw;
          found = false;
        }
        lock.lock();
        if (!found) continue;
        note(w, v, r);
        for (std::size_t k = 0; k < members_.size(); ++k)
          if (done() || windows[k].beta <= r.lower || windows[k].alpha >= r.upper)
            members_[k]->clock().overtaken = true;
      }
    });
    for (const auto &member : members_) member->clock().overtaken = false;
  }

  // Run a job for every member, the first in the calling thread; pass on what stopped one.
  template <class Job> void together(Job job) {
    std::vector<std::exception_ptr> errors(members_.size());
    const auto guarded = [&](std::size_t i) {
      try {
        job(i);
      } catch (const Stopped &stopped) {
        shared_.limits.set(stopped.status);
        errors[i] = std::current_exception();
      } catch (...) {
        shared_.limits.set(INTERRUPTED);
        errors[i] = std::current_exception();
      }
    };
    std::vector<std::thread> threads;
    for (std::size_t i = 1; i < members_.size(); ++i) threads.emplace_back(guarded, i);
    guarded(0);
    for (std::thread &thread : threads) thread.join();
    for (const std::exception_ptr &error : errors)
      if (error) std::rethrow_exception(error);
  }

  const Options &o_;
  Shared<M> &shared_;
  std::vector<std::unique_ptr<Search<M, PATTERNS>>> members_;
};

}  // namespace foolproof

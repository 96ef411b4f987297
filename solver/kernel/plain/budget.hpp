// When a search gives up: nodes and seconds over all its threads, and signals.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>

#include "cards.hpp"

namespace plain {

struct Limits {
    u64 nodes = ~0ull;
    double seconds = 1e30;
    bool (*poll)() = nullptr;  // asked a few times a second; true interrupts
};

// `overtaken`: another thread has found what the question was about.
enum class Stop { no, nodes, seconds, interrupted, overtaken };

struct Stopped {
    Stop reason;
};

// What the threads of one solve spend together.
class Spending {
public:
    void start(const Limits& limits, int threads) {
        limits_ = limits;
        threads_ = static_cast<u64>(threads);
        granted_ = 0;
        stop_ = Stop::no;
        next_poll_ = 0.05;
        begin_ = std::chrono::steady_clock::now();
    }
    // Grants some nodes to a thread; throws at a limit.
    u64 grant(bool polls) {
        check(polls);
        for (u64 granted = granted_;;) {
            const u64 left = limits_.nodes - granted;
            if (!left) {
                stop_ = Stop::nodes;
                throw Stopped{Stop::nodes};
            }
            const u64 more = std::clamp<u64>(left / threads_, 1, 2000);
            if (granted_.compare_exchange_weak(granted, granted + more)) return more;
        }
    }
    void give_back(u64 nodes) { granted_ -= nodes; }
    // Throws where a limit is reached or a signal asks for it; one thread polls for signals.
    void check(bool polls) {
        const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin_;
        if (passed.count() > limits_.seconds) stop_ = Stop::seconds;
        if (polls && limits_.poll && passed.count() > next_poll_) {
            next_poll_ = passed.count() + 0.05;
            if (limits_.poll()) stop_ = Stop::interrupted;
        }
        if (stop_ != Stop::no) throw Stopped{stop_};
    }
    u64 nodes() const { return granted_; }

private:
    Limits limits_;
    u64 threads_ = 1;
    std::atomic<u64> granted_ = 0;
    std::atomic<Stop> stop_ = Stop::no;
    double next_poll_ = 0.05;
    std::chrono::steady_clock::time_point begin_;
};

// The share of one thread.
class Budget {
public:
    Budget(Spending& spending, bool polls) : spending_(spending), polls_(polls) {}
    ~Budget() { spending_.give_back(left_); }
    Budget(const Budget&) = delete;
    Budget& operator=(const Budget&) = delete;
    void count_node() {
        if (!left_) refill();
        --left_;
    }
    std::atomic<bool> overtaken = false;

private:
    void refill() {
        if (overtaken) throw Stopped{Stop::overtaken};
        left_ = spending_.grant(polls_);
    }
    Spending& spending_;
    const bool polls_;
    u64 left_ = 0;
};

}  // namespace plain

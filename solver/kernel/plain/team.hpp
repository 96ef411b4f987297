// Exact values by one thread or several, which share what the table knows. Each asks "at least
// so many tricks?" of one position at a time; a thread without a position of its own asks about
// a neighbouring number of another's, and drops the question when that one's answer settles it.
#pragma once

#include <condition_variable>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include "search.hpp"

namespace plain {

struct Value {
    int lower, upper;  // tricks of the maximising side; equal when exact
    bool exact() const { return lower == upper; }
};

// A position on the way to its value. `like`: the window whose value is the better guess.
struct Window {
    Position position;
    Value value;
    int guess;
    int like = -1;
};

template <class Search>
class Team {
public:
    template <class... Args>
    Team(std::vector<FactMemory>& facts, Spending& spending, Args&&... args) : spending_(spending) {
        for (FactMemory& memory : facts)
            members_.push_back(std::make_unique<Member>(spending, members_.empty(), memory, args...));
    }
    Search& first() { return members_[0]->search; }

    // Narrows all windows to their values, or as far as a limit allows.
    Stop narrow(std::vector<Window>& windows) {
        windows_ = &windows;
        stopped_ = Stop::no;
        for (auto& member : members_) member->window = member->loaded = -1;
        std::vector<std::thread> threads;
        try {
            for (std::size_t i = 1; i < members_.size(); ++i)
                threads.emplace_back([this, i] { work(*members_[i]); });
        } catch (const std::system_error&) {  // no more threads to be had: fewer do it too
        }
        work(*members_[0]);
        for (std::thread& thread : threads) thread.join();
        return stopped_;
    }

private:
    static constexpr int kAny = 0;  // nobody asks for no tricks
    struct Member {
        template <class... Args>
        Member(Spending& spending, bool polls, Args&&... args)
            : budget(spending, polls), search(budget, args...), polls(polls) {}
        Budget budget;
        Search search;
        const bool polls;
        int window = -1, need = 0;  // the question at hand
        int loaded = -1;
    };

    void work(Member& me) {
        std::unique_lock lock(mutex_);
        try {
            while (stopped_ == Stop::no && open()) {
                if (choose(me)) answer(me, lock);
                else changed_.wait_for(lock, std::chrono::milliseconds(50));
                if (me.polls && me.window < 0 && members_.size() > 1) spending_.check(true);
            }
        } catch (const Stopped& stop) {
            if (!lock) lock.lock();
            stopped_ = stop.reason;
        }
        me.window = -1;
        changed_.notify_all();
    }

    bool open() const {
        for (const Window& window : *windows_)
            if (!window.value.exact()) return true;
        return false;
    }
    bool asked(int window, int need) const {
        for (const auto& member : members_)
            if (member->window == window && (need == kAny || member->need == need)) return true;
        return false;
    }
    int guess(const Window& window) const {
        const Window* like = window.like < 0 ? nullptr : &(*windows_)[window.like];
        const int tricks = like && like->value.exact() ? like->value.lower : window.guess;
        return std::clamp(tricks, window.value.lower + 1, window.value.upper);
    }

    // Finds a question that nobody asks: of a window that nobody works on, else the number
    // next to its guess. A single thread walks from the guess to the value.
    bool choose(Member& me) {
        for (const bool alone : {true, false})
            for (int i = 0; i < static_cast<int>(windows_->size()); ++i) {
                const Window& window = (*windows_)[i];
                if (window.value.exact() || asked(i, kAny) == alone) continue;
                const int first = guess(window);
                for (int away = 0; away <= window.position.tricks; ++away)
                    for (const int need : {first + away, first - away})
                        if (need > window.value.lower && need <= window.value.upper && !asked(i, need)) {
                            me.window = i;
                            me.need = need;
                            me.budget.overtaken = false;
                            return true;
                        }
            }
        return false;
    }

    void answer(Member& me, std::unique_lock<std::mutex>& lock) {
        Window& window = (*windows_)[me.window];
        lock.unlock();
        bool yes = false, known = true;
        try {
            if (me.loaded != me.window) me.search.load(window.position);
            me.loaded = me.window;
            yes = me.search.reaches(me.need);
        } catch (const Stopped& stop) {
            if (stop.reason != Stop::overtaken) throw;
            me.loaded = -1;
            known = false;
        }
        lock.lock();
        const int asked = me.window;
        me.window = -1;
        if (!known) return;
        if (yes) window.value.lower = std::max(window.value.lower, me.need);
        else window.value.upper = std::min(window.value.upper, me.need - 1);
        for (auto& member : members_)
            if (member->window == asked &&
                (member->need <= window.value.lower || member->need > window.value.upper))
                member->budget.overtaken = true;
        changed_.notify_all();
    }

    Spending& spending_;
    std::vector<std::unique_ptr<Member>> members_;
    std::vector<Window>* windows_ = nullptr;
    std::mutex mutex_;
    std::condition_variable changed_;
    Stop stopped_ = Stop::no;
};

}  // namespace plain

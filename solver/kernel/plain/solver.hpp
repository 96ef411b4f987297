// Exact values from zero-window searches: one position, every card of the
// player to move, or all strains and leaders of a deal.
#pragma once

#include <array>
#include <vector>

#include "team.hpp"

namespace plain {

// A position as callers see it: suits in their own order, any ranks 0..15.
struct Problem {
    u64 hands[kSeats] = {};  // suit s in lane s
    u64 table[kSeats] = {};  // one bit each, by seat
    int trump = -1;
    int leader = 0;
    int on_table = 0;
    int max_seats = 0b0101;  // the side whose tricks are counted
};

struct CardValue {
    int suit;
    u32 ranks;  // equivalent cards, as the caller's rank bits
    int value;
};

struct Card {
    int suit, rank;
};

struct Wanted {
    bool cards = false, line = false;
};

// What a search found out. Cards and line are there only if no limit stopped it.
struct Found {
    Value value;
    Stop stopped = Stop::no;
    std::vector<CardValue> cards;
    std::vector<Card> line;
};

using Cells = std::array<std::array<Value, kSeats>, 5>;

class Solver {
public:
    // At most a quarter of the memory holds facts of suits, the rest is the table's.
    explicit Solver(std::size_t bytes, int threads = 1)
        : facts_(room_for_facts(bytes, threads)), table_(bytes - std::min(bytes, facts_bytes()), threads) {}

    Features features;

    Found solve(const Problem& problem, const Limits& limits, const Wanted& wanted);
    // Does the maximising side take at least `need` tricks? {1,1} yes, {0,0} no.
    Found can_make(const Problem& problem, int need, const Limits& limits);
    // tricks[strain][leader] of seats 0 and 2; strains 0..3 then notrump.
    Stop deal_table(const u64 hands[kSeats], const Limits& limits, Cells& cells);

    u64 nodes() const { return spending_.nodes(); }
    u64 stored() const { return table_.stored(); }
    u64 clears() const { return table_.clears(); }
    std::size_t table_bytes() const { return table_.bytes(); }

private:
    void begin(const Limits& limits);

    static std::vector<FactMemory> room_for_facts(std::size_t bytes, int threads) {
        std::vector<FactMemory> facts;
        for (int i = 0; i < threads; ++i) facts.emplace_back(bytes / 4 / threads);
        return facts;
    }
    std::size_t facts_bytes() const { return facts_.size() * facts_[0].suits() * FactMemory::kSuitBytes; }

    std::vector<FactMemory> facts_;  // of each thread
    SharedTable table_;
    Spending spending_;
};

// Throws std::invalid_argument when the position is not well formed.
int check(const Problem& problem);

}  // namespace plain

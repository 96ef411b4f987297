// The memory of a solver: one table, or for several threads many small ones, each behind a lock
// of its own. Which one a position belongs to is part of its key.
#pragma once

#include <algorithm>
#include <atomic>
#include <memory>
#include <thread>
#include <vector>

#include "table.hpp"

namespace plain {

class SharedTable {
public:
    SharedTable(std::size_t bytes, int threads) {
        const std::size_t most = threads > 1 ? kMostParts : 1;
        const std::size_t number = std::clamp<std::size_t>(std::bit_floor(bytes / kLeastBytes), 1, most);
        for (std::size_t i = 0; i < number; ++i)
            parts_.push_back(std::make_unique<Part>(bytes / number, Table::kFirstSlots / number));
        if (threads == 1) alone_ = &parts_[0]->table;
    }
    void clear() {
        for (auto& part : parts_) part->table.clear();
    }
    void forget_counts() {
        for (auto& part : parts_) part->table.stored = 0;
    }
    std::size_t bytes() const { return sum([](const Table& table) { return table.bytes(); }); }
    u64 clears() const { return sum([](const Table& table) { return table.clears; }); }
    u64 stored() const { return sum([](const Table& table) { return table.stored; }); }

    void prefetch(u64 key) const {
        if (alone_) alone_->prefetch(key);
    }
    int probe(u64 key, const Owners& position, bool wide, int need, u64& fixed, u8& hint) const {
        if (alone_) return alone_->probe(key, position, wide, need, fixed, hint);
        Part& part = part_of(key);
        const Locked locked(part);
        return part.table.probe(key, position, wide, need, fixed, hint);
    }
    void store(u64 key, const Owners& position, u64 fixed, bool wide, Bounds bounds) {
        if (alone_) return alone_->store(key, position, fixed, wide, bounds);
        Part& part = part_of(key);
        const Locked locked(part);
        part.table.store(key, position, fixed, wide, bounds);
    }

private:
    static constexpr std::size_t kMostParts = 16, kLeastBytes = std::size_t{1} << 18;
    struct alignas(64) Part {
        Part(std::size_t bytes, std::size_t first_slots) : table(bytes, first_slots) {}
        Table table;
        std::atomic_flag busy;
    };
    // Held for less than a microsecond, so waiting spins; but the holder may not be running.
    struct Locked {
        explicit Locked(Part& part) : part(part) {
            for (int spins = 0; part.busy.test_and_set(std::memory_order_acquire); ++spins)
                if (spins > 100) std::this_thread::yield();
        }
        ~Locked() { part.busy.clear(std::memory_order_release); }
        Part& part;
    };
    Part& part_of(u64 key) const {
        return *parts_[(key * 0x9E37'79B9'7F4A'7C15ull >> 24) & (parts_.size() - 1)];
    }
    template <class Of>
    u64 sum(Of&& of) const {
        u64 total = 0;
        for (const auto& part : parts_) total += of(part->table);
        return total;
    }
    std::vector<std::unique_ptr<Part>> parts_;
    Table* alone_ = nullptr;  // the only one, for one thread
};

}  // namespace plain

// Transposition table of partitions. A slot stands for one shape (how long
// each suit is in each hand) and one leader; it holds a list of patterns.
// A pattern fixes the owners of the top cards of each suit, leaves the lower
// cards open, and carries bounds on the tricks of the maximising side. A long
// list is split by the owner of a card, so that a position looks into two of
// five parts; a new pattern removes special cases of it that say no more.
// Memory is fixed: when it is full everything is forgotten, which costs time
// and never changes a value.
#pragma once

#include <cstddef>
#include <cstring>

#include "cards.hpp"

namespace plain {

// The owners of cards, one bit of the seat in each word. All positions of one
// shape number their cards alike: from the lowest, suits one behind the other.
struct Owners {
    u64 low, high;

    Owners(u64 low_bits, u64 high_bits) : low(low_bits), high(high_bits) {}
    unsigned at(int card) const { return (low >> card & 1) | (high >> card & 1) << 1; }
};

struct Bounds {
    u8 lower, upper;
    u8 best;  // hint for the move ordering, 0 for none
    u8 unused;
};

class Table {
public:
    static constexpr std::size_t kFirstSlots = 1 << 13;

    explicit Table(std::size_t bytes, std::size_t first_slots = kFirstSlots);
    ~Table();
    Table(const Table&) = delete;
    Table& operator=(const Table&) = delete;

    void clear();
    std::size_t bytes() const { return bytes_; }

    static u64 key(u64 shape, int leader) {
        // The last nibble follows from the others, so the leader can sit there.
        return (shape & ~(0xFull << 60)) | static_cast<u64>(leader) << 60;
    }
    void prefetch(u64 key) const { __builtin_prefetch(&slots_[home(key)]); }

    // Finds a pattern that decides "at least `need` tricks". Returns +1, 0 or
    // -1 and, when decided, the cards it fixes; otherwise a hint, the best move
    // of a pattern that fits or else of the newest one. `wide`: over 32 cards.
    int probe(u64 key, const Owners& position, bool wide, int need, u64& fixed, u8& hint) const;
    void store(u64 key, const Owners& position, u64 fixed, bool wide, Bounds bounds);

    u64 clears = 0;
    u64 stored = 0;  // patterns, those since forgotten included

private:
    // A leaf holds patterns; an inner list is split by the owner of one card.
    struct List {
        u32 offset;
        u8 size;
        u8 log_capacity;
        u8 split;  // 1 + number of the card; 0 for a leaf
        u8 tag;    // of a slot: its generation; of a part: what its patterns decide at best
    };
    struct Slot {
        u64 key;
        List list;
    };
    static constexpr int kOpen = 4, kParts = 5;  // owners 0..3, and patterns that leave the card open
    static constexpr int kPartWords = 8;  // blocks begin with a cache line
    static constexpr int kMostCards = 64;
    static constexpr int kMinLog = 2, kMaxLog = 6;

    std::size_t home(u64 key) const { return (key * 0x9E37'79B9'7F4A'7C15ull) >> shift_; }
    const Slot* find(u64 key) const;
    Slot* find_or_add(u64 key);
    static std::size_t block_words(bool wide, int log_capacity) {
        return (((wide ? std::size_t{7} : std::size_t{4}) << (log_capacity - 1)) + 7) & ~std::size_t{7};
    }
    bool grow();  // doubles the slots in use; false when at the limit
    u32 allocate(bool wide, int log_capacity);  // 0 when memory is used up
    List* parts(const List& list) const { return reinterpret_cast<List*>(arena_ + list.offset); }
    // Words of 32 bits where they hold all cards, else of 64.
    template <class Word>
    int probe_list(List list, const Owners& position, int need, u64& fixed, u8& hint) const;
    // These return false when memory is used up.
    template <class Word>
    bool store_in(List* list, const Owners& position, u64 fixed, Bounds bounds);
    template <class Word>
    bool append(List& list, const Owners& owners, u64 fixed, Bounds bounds);
    template <class Word>
    bool split(List& list);
    template <class Word>
    void free_leaf(const List& list);

    const std::size_t bytes_, first_slots_;
    // Slots grow by doubling from a size that stays in the cache. The area holds
    // every size one behind the other: size s starts at index s.
    Slot* area_ = nullptr;
    Slot* slots_ = nullptr;
    std::size_t slot_limit_ = 0, slot_count_ = 0, slots_used_ = 0, peak_ = 0;
    int shift_ = 0;
    u8 generation_ = 1;
    u64* arena_ = nullptr;
    std::size_t arena_words_ = 0, arena_used_ = 0;
    u32 free_[2][kMaxLog + 1] = {};
};

}  // namespace plain

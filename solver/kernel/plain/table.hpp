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

struct Pattern {
    u64 word[2];
};

struct Bounds {
    u8 lower, upper;
    u8 best;  // hint for the move ordering, 0 for none
    u8 unused;
};

// The owners of all cards in play, two bits each, lowest rank first, suits
// packed one behind the other. All positions of one shape share the layout.
class OwnerMap {
public:
    void reset(const u64 hands[kSeats]) {
        owners_[0] = owners_[1] = 0;
        for (int seat = 0; seat < kSeats; ++seat)
            for (int half = 0; half < 2; ++half)
                owners_[half] |= spread(hands[seat], half) / 3 * static_cast<u64>(seat);
    }
    Pattern owners(u64 all) const { return pack(owners_[0], owners_[1], all); }
    static Pattern mask(u64 cards, u64 all) { return pack(spread(cards, 0), spread(cards, 1), all); }
    static u64 cards(const Pattern& mask, u64 all) {
        const u64 low = spread(all, 0), high = spread(all, 1);
        const int used = count(low);
        const bool narrow = count(all) <= 32;
        const u64 upper = narrow ? (used == 64 ? 0 : mask.word[0] >> used) : mask.word[1];
        return gather(scatter(mask.word[0], low), kEvenBits) |
               gather(scatter(upper, high), kEvenBits) << 32;
    }

private:
    static u64 spread(u64 cards, int half) {
        return scatter((cards >> (32 * half)) & 0xFFFF'FFFFull, kEvenBits) * 3;
    }
    static Pattern pack(u64 low_values, u64 high_values, u64 all) {
        const u64 low = spread(all, 0), high = spread(all, 1);
        const u64 first = gather(low_values, low), second = gather(high_values, high);
        if (count(all) <= 32) return {{first | second << (count(low) & 63), 0}};
        return {{first, second}};
    }
    u64 owners_[2];
};

class Table {
public:
    explicit Table(std::size_t bytes);
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
    // -1 and, when decided, the pattern's mask; otherwise a hint, the best move
    // of a pattern that fits or else of the newest one.
    int probe(u64 key, const Pattern& position, bool wide, int need, Pattern& mask,
              u8& hint) const;
    void store(u64 key, const Pattern& position, const Pattern& mask, bool wide, Bounds bounds);

    u64 clears = 0;
    u64 stored = 0;  // patterns, those since forgotten included

private:
    // A leaf holds patterns; an inner list is split by the owner of one card.
    struct List {
        u32 offset;
        u8 size;
        u8 log_capacity;
        u8 split;  // 1 + place of the card in the owner words; 0 for a leaf
        u8 tag;    // of a slot: its generation; of a part: what its patterns decide at best
    };
    struct Slot {
        u64 key;
        List list;
    };
    static constexpr int kOpen = 4, kParts = 5;  // owners 0..3, and patterns that leave the card open
    static constexpr int kMostCards = 64;
    static constexpr int kMinLog = 2, kMaxLog = 6;
    static constexpr std::size_t kFirstSlots = 1 << 13;

    std::size_t home(u64 key) const { return (key * 0x9E37'79B9'7F4A'7C15ull) >> shift_; }
    const Slot* find(u64 key) const;
    Slot* find_or_add(u64 key);
    static std::size_t block_words(bool wide, int log_capacity) {
        const std::size_t capacity = std::size_t{1} << log_capacity;
        return capacity * (wide ? 4 : 2) + capacity / 2;
    }
    bool grow();  // doubles the slots in use; false when at the limit
    u32 allocate(bool wide, int log_capacity);  // 0 when memory is used up
    List* parts(const List& list) const { return reinterpret_cast<List*>(arena_ + list.offset); }
    template <bool Wide>
    int probe_list(List list, const Pattern& position, int need, Pattern& mask, u8& hint) const;
    // These return false when memory is used up.
    template <bool Wide>
    bool store_in(List* list, const Pattern& owner, const Pattern& mask, Bounds bounds);
    template <bool Wide>
    bool append(List& list, const Pattern& owner, const Pattern& mask, Bounds bounds);
    template <bool Wide>
    bool split(List& list);
    template <bool Wide>
    void free_leaf(const List& list);

    std::size_t bytes_ = 0;
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

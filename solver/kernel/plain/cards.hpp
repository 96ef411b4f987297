// Cards as bits. A hand is one 64-bit word of four 16-bit lanes, one lane per
// suit; inside a lane bit r is the card of relative rank r (0 = lowest of the
// cards dealt in that suit). Lane 3 is the trump suit when there is one, so
// "beats" is one integer comparison for cards that may win the trick at all.
#pragma once

#include <bit>
#include <cstdint>
#if defined(__BMI2__)
#include <immintrin.h>
#endif

namespace plain {

using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;
using i16 = std::int16_t;

inline constexpr int kSeats = 4;
inline constexpr int kSuits = 4;
inline constexpr int kTrumpLane = 3;
inline constexpr u64 kLane = 0xFFFF;
// A bit no card uses, set in every lane: it keeps lanes apart when cards are
// packed together to find neighbours.
inline constexpr u64 kFence = 0x8000'8000'8000'8000ull;

inline int count(u64 cards) { return std::popcount(cards); }
inline int lowest_index(u64 cards) { return std::countr_zero(cards); }
inline int highest_index(u64 cards) { return 63 - std::countl_zero(cards); }
inline u64 lowest(u64 cards) { return cards & (0 - cards); }
inline u64 highest(u64 cards) { return cards ? 1ull << highest_index(cards) : 0; }
inline u64 lane_mask(int suit) { return kLane << (16 * suit); }
inline int suit_of_index(int index) { return index >> 4; }
inline u64 lane_of(u64 card) { return kLane << (highest_index(card) & 0x30); }
inline u64 in_lane(u64 cards, int suit) { return cards << (16 * suit); }
inline u64 lane(u64 cards, int suit) { return (cards >> (16 * suit)) & kLane; }

#if defined(__BMI2__)
inline u64 gather(u64 value, u64 mask) { return _pext_u64(value, mask); }
inline u64 scatter(u64 value, u64 mask) { return _pdep_u64(value, mask); }
#else
inline u64 gather(u64 value, u64 mask) {
    u64 out = 0;
    for (u64 bit = 1; mask; mask &= mask - 1, bit <<= 1)
        if (value & lowest(mask)) out |= bit;
    return out;
}
inline u64 scatter(u64 value, u64 mask) {
    u64 out = 0;
    for (u64 bit = 1; mask; mask &= mask - 1, bit <<= 1)
        if (value & bit) out |= lowest(mask);
    return out;
}
#endif

// i-th lowest / i-th highest card of a lane, i from 1.
inline u64 nth_lowest(u64 cards, int i) { return scatter(1ull << (i - 1), cards); }
inline u64 nth_highest(u64 cards, int i) { return scatter(1ull << (count(cards) - i), cards); }

// Per lane: every bit at or above the lane's lowest set bit.
inline u64 at_or_above_lowest(u64 cards) {
    const u64 flipped = ~cards;
    const u64 negated = ((flipped & ~kFence) + 0x0001'0001'0001'0001ull) ^ (flipped & kFence);
    return cards | negated;
}

// Per lane: only the lowest set bit.
inline u64 lowest_per_lane(u64 cards) {
    const u64 flipped = ~cards;
    const u64 negated = ((flipped & ~kFence) + 0x0001'0001'0001'0001ull) ^ (flipped & kFence);
    return cards & negated;
}
// All bits of every lane that has a card (cards never use the fence).
inline u64 lanes_with(u64 cards) {
    const u64 some = (cards + ~kFence) & kFence;
    return (some >> 15) * kLane;
}

// The lowest and the highest card of each run of neighbours; `in_play` says which other
// cards still separate two cards of the hand.
struct Runs {
    u64 bottoms, tops;
    Runs(u64 cards, u64 in_play) {
        const u64 grid = in_play | kFence;
        const u64 packed = gather(cards, grid);
        bottoms = scatter(packed & ~(packed << 1), grid);
        tops = scatter(packed & ~(packed >> 1), grid);
    }
};
inline u64 run_bottoms(u64 cards, u64 in_play) { return Runs(cards, in_play).bottoms; }

}  // namespace plain

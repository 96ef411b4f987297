// Symmetries of a deal: seats turned round the table and suits renamed so that
// the same deal results. Cells of a deal table that a symmetry maps onto each
// other have the same value, seen from the side that took the other's place.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "cards.hpp"

namespace plain {

struct Symmetry {
    int turn;                     // seat s takes the place of seat s + turn
    std::array<int, kSuits> suit;  // suit s takes the place of suit[s]
};

// `hands` hold relative ranks, so equal lanes mean equal suits. The identity is
// left out.
inline std::vector<Symmetry> symmetries(const u64 hands[kSeats]) {
    std::vector<Symmetry> found;
    std::array<int, kSuits> suit = {0, 1, 2, 3};
    do {
        for (int turn = 0; turn < kSeats; ++turn) {
            if (turn == 0 && std::is_sorted(suit.begin(), suit.end())) continue;
            bool same = true;
            for (int seat = 0; seat < kSeats && same; ++seat)
                for (int s = 0; s < kSuits && same; ++s)
                    same = lane(hands[seat], s) == lane(hands[(seat + turn) & 3], suit[s]);
            if (same) found.push_back({turn, suit});
        }
    } while (std::next_permutation(suit.begin(), suit.end()));
    return found;
}

}  // namespace plain

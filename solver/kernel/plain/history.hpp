// What became of the cards tried so far in a search, as a supplement to the fixed weights of the
// move ordering. Running averages of success, kept by what decides it: the suit's cards.
#pragma once

#include <algorithm>
#include <vector>

#include "cards.hpp"

namespace plain {

// Between kAlways and -kAlways; of the last few tries, the more of them the greater `memory`.
inline constexpr int kAlways = 256;
inline void learn(i16& average, bool won, int memory) {
    average = static_cast<i16>(average + (((won ? kAlways : -kAlways) - average) >> memory));
}

// By leader: the suits led after a suit, and the lead that last won after each winning card.
class LeadHistory {
public:
    // The trick before a lead: the suit led, and the card that won.
    struct Before {
        int suit = 0, winner = 0;
    };
    int after_suit(int leader, Before before, int suit) const { return after_suit_[leader][before.suit][suit]; }
    u64 winning(int leader, Before before) const { return after_winner_[leader][before.winner]; }

    void learn(int leader, Before before, u64 card, bool won) {
        plain::learn(after_suit_[leader][before.suit][suit_of_index(lowest_index(card))], won, 4);
        if (won) after_winner_[leader][before.winner] = card;
    }

private:
    i16 after_suit_[kSeats][kSuits][kSuits] = {};
    u64 after_winner_[kSeats][64] = {};
};

// By rank, the cards that followed suit where the same cards of it were in play.
struct Replies {
    alignas(32) i16 averages[13] = {};
    static constexpr int kMemory = 1;
};

// A small table without checks: it must stay in the cache, and what collides does little harm.
class ReplyHistory {
public:
    void clear(int tricks) {
        const int bits = std::min(tricks, 11) + 1;
        shift_ = 64 - bits;
        table_.assign(std::size_t{1} << bits, Replies{});
    }
    // `suit`: the number of the suit as it is, the winning card included.
    Replies& at(std::size_t suit, int best, int seat, int place) {
        const u64 key = ((suit * kSeats + seat) * 64 + best) * kSeats + place;
        return table_[key * 0x9E37'79B9'7F4A'7C15ull >> shift_];
    }

private:
    std::vector<Replies> table_;
    int shift_ = 0;
};

}  // namespace plain

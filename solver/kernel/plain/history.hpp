// What the leads searched so far have done, as a supplement to the fixed weights of the order
// of leads: running averages of success by leader and suit, also after which suit, and by card;
// and the lead that last won after each card that won the trick before.
#pragma once

#include "cards.hpp"

namespace plain {

class LeadHistory {
public:
    // The trick before a lead: the suit led, and the card that won.
    struct Before {
        int suit = 0, winner = 0;
    };
    void clear() { *this = LeadHistory(); }
    int of_suit(int leader, Before before, int suit) const {
        return (4 * by_suit_[leader][suit] + by_suits_[leader][before.suit][suit]) * 5 / kFull;
    }
    int of_card(int leader, int card) const { return by_card_[leader][card] * 5 / kFull; }
    // The card that won before, to be raised by the second number.
    u64 winning(int leader, Before before) const { return winning_[leader][before.winner]; }
    static constexpr int kWinning = 12;

    void learn(int leader, Before before, u64 card, bool won) {
        const int index = lowest_index(card), suit = suit_of_index(index);
        move(by_suit_[leader][suit], won);
        move(by_suits_[leader][before.suit][suit], won);
        move(by_card_[leader][index], won);
        if (won) winning_[leader][before.winner] = card;
    }

private:
    static constexpr int kFull = 256;  // always a success; -kFull never
    static void move(i16& average, bool won) {
        average = static_cast<i16>(average + (((won ? kFull : -kFull) - average) >> 4));
    }
    i16 by_suit_[kSeats][kSuits] = {};
    i16 by_suits_[kSeats][kSuits][kSuits] = {};
    i16 by_card_[kSeats][64] = {};
    u64 winning_[kSeats][64] = {};
};

}  // namespace plain

// What can be said of one suit, worked out once. A suit is known by its cards that are still
// in play: who holds them follows from the deal. A search meets the same few hundred suits again
// and again, so the facts of each are kept, from the viewpoint of each leader.
#pragma once

#include <algorithm>
#include <bit>
#include <cstring>
#include <memory>

#include "order.hpp"
#include "suit_plan.hpp"
#include "sure_tricks.hpp"

namespace plain {

// A suit as a leader sees it: all that counting asks for, in one cache line.
template <bool Trump, bool Pairs>
struct alignas(Trump ? 64 : 32) SuitFacts {
    // By the holders of trumps among the opponents. Of the trump suit, and at notrump, or when
    // no opponent can ruff, the first.
    static constexpr int kPlans = !Trump ? 1 : Pairs ? 4 : 8;
    u16 shape;   // who has how many, four bits each
    u16 single;  // cards below which only one hand has any: the shape tells their owner
    bool known, discards_known;  // worked out for this leader
    TrumpFacts trumps;
    i16 ruffs[3];  // for the order of leads where the holders of trumps (their bits) have some
    SuitWinners winners;
    SuitPlan plans[kPlans];
};

// Room for the facts of so many suits, from each seat, and an index: every subset of a suit's
// cards has its place. When the room is used up everything is worked out anew.
class FactMemory {
public:
    static constexpr std::size_t kFactBytes = 128;
    static constexpr std::size_t kSuitBytes = kSeats * (kFactBytes + sizeof(LeadOrder) + sizeof(DiscardOrder));
    static constexpr std::size_t kMostSuits = 1 << 13, kFewestSuits = 1 << 6;

    explicit FactMemory(std::size_t bytes)
        : suits_(std::clamp(bytes / kSuitBytes, kFewestSuits, kMostSuits)), index_(new u16[kSuits << 13]),
          facts_(new std::byte[kSeats * suits_ * kFactBytes + kFactBytes]),
          leads_(new LeadOrder[kSeats * suits_]), discards_(new DiscardOrder[kSeats * suits_]) {}

    std::size_t suits() const { return suits_; }
    u16* index() { return index_.get(); }
    template <class Facts>
    Facts* facts() {
        static_assert(sizeof(Facts) <= kFactBytes);
        void* start = facts_.get();
        std::size_t room = kSeats * suits_ * kFactBytes + kFactBytes;
        return static_cast<Facts*>(std::align(alignof(Facts), sizeof(Facts), start, room));
    }
    LeadOrder* leads() { return leads_.get(); }
    DiscardOrder* discards() { return discards_.get(); }

private:
    // Not touched before they are used.
    const std::size_t suits_;
    std::unique_ptr<u16[]> index_;
    std::unique_ptr<std::byte[]> facts_;
    std::unique_ptr<LeadOrder[]> leads_;
    std::unique_ptr<DiscardOrder[]> discards_;
};

template <bool Trump, bool Pairs>
class FactBook {
public:
    using Facts = SuitFacts<Trump, Pairs>;

    // The suits of a position as its leader sees them. Good until others are asked for, as the
    // room may then be used up.
    struct View {
        Facts* suits[kSuits];
        u64 all, mine, partner;  // cards

        u64 shape() const {
            return u64{suits[0]->shape} | in_lane(suits[1]->shape, 1) | in_lane(suits[2]->shape, 2) |
                   in_lane(suits[3]->shape, 3);
        }
        u64 single() const {
            return u64{suits[0]->single} | in_lane(suits[1]->single, 1) | in_lane(suits[2]->single, 2) |
                   in_lane(suits[3]->single, 3);
        }
    };

    explicit FactBook(FactMemory& memory)
        : suits_(static_cast<u32>(memory.suits())), index_(memory.index()),
          facts_(memory.facts<Facts>()), leads_(memory.leads()), discards_(memory.discards()) {}

    // Starts with a new deal, unless the hands are part of the one at hand. Tells whether it is new.
    bool deal(const u64 hands[kSeats]) {
        bool part = size_ > 0;
        for (int seat = 0; seat < kSeats; ++seat) part &= !(hands[seat] & ~hands_[seat]);
        if (part) return false;
        u64 all = 0;
        for (int seat = 0; seat < kSeats; ++seat) all |= hands_[seat] = hands[seat];
        size_ = 0;
        for (int suit = 0; suit < kSuits; ++suit) {
            start_[suit] = index_ + size_;
            size_ += std::size_t{1} << std::bit_width(lane(all, suit));
        }
        forget();
        return true;
    }
    // The hand as it was dealt.
    u64 dealt(int seat) const { return hands_[seat]; }

    View view(u64 all, int leader) {
        while (true) {
            const u32 before = forgotten_;
            const View view{{&facts(all, 0, leader), &facts(all, 1, leader), &facts(all, 2, leader),
                             &facts(all, 3, leader)},
                            all, hands_[leader] & all, hands_[(leader + 2) & 3] & all};
            if (before == forgotten_) [[likely]] return view;
        }
    }
    LeadOrder& leads(const Facts* suit) const { return leads_[suit - facts_]; }
    // The same position as if the leader's partner led.
    View turned(const View& view, int leader) {
        View turned{{}, view.all, view.partner, view.mine};
        for (int suit = 0; suit < kSuits; ++suit) {
            Facts& facts = facts_[(view.suits[suit] - facts_) ^ 1];
            if (!facts.known) [[unlikely]] work_out(facts, lane(view.all, suit), suit, (leader + 2) & 3);
            turned.suits[suit] = &facts;
        }
        return turned;
    }
    const DiscardOrder& discards(u64 all, int suit, int seat) {
        const std::size_t number = this->number(all, suit) * kSeats + place(seat);
        if (!facts_[number].discards_known) [[unlikely]] {
            u64 hands[kSeats];
            from(seat, lane(all, suit), suit, hands);
            discards_[number] = discard_order<Trump>(hands);
            facts_[number].discards_known = true;
        }
        return discards_[number];
    }

    // A number for the cards of a suit that are in play.
    std::size_t number(u64 all, int suit) {
        u16& number = start_[suit][lane(all, suit)];
        if (!number) [[unlikely]] add(number, lane(all, suit), suit);
        return number;
    }

private:
    // Partners stand side by side.
    static int place(int seat) { return (seat & 1) << 1 | seat >> 1; }
    Facts& facts(u64 all, int suit, int leader) {
        Facts& facts = facts_[number(all, suit) * kSeats + place(leader)];
        if (!facts.known) [[unlikely]] work_out(facts, lane(all, suit), suit, leader);
        return facts;
    }
    void forget() {
        std::memset(index_, 0, size_ * sizeof *index_);
        used_ = 1;
        ++forgotten_;
    }
    // The hands from a seat on, lane-relative.
    void from(int seat, u64 cards, int suit, u64 hands[kSeats]) const {
        for (int i = 0; i < kSeats; ++i) hands[i] = lane(hands_[(seat + i) & 3], suit) & cards;
    }
    [[gnu::noinline]] void add(u16& number, u64 cards, int suit) {
        if (used_ == suits_) forget();
        number = static_cast<u16>(used_++);
        u64 single = 0, shape = 0;
        for (int seat = 0; seat < kSeats; ++seat) {
            const u64 held = lane(hands_[seat], suit) & cards, others = cards & ~held;
            single |= others ? held & (lowest(others) - 1) : held;
            shape |= static_cast<u64>(count(held)) << (4 * seat);
        }
        for (int seat = 0; seat < kSeats; ++seat) {
            Facts& facts = facts_[number * kSeats + seat];
            facts.shape = static_cast<u16>(shape);
            facts.single = static_cast<u16>(single);
            facts.known = facts.discards_known = false;
        }
    }
    [[gnu::noinline]] void work_out(Facts& facts, u64 cards, int suit, int leader) {
        u64 hands[kSeats];
        from(leader, cards, suit, hands);
        work_out_plans(facts, hands, suit);
        facts.trumps = Trump && suit == kTrumpLane ? trump_facts(hands, Pairs) : TrumpFacts{};
        if (Pairs) facts.winners = suit_winners(hands);
        leads_[&facts - facts_] = lead_order<Trump>(hands, suit, facts.ruffs);
        facts.known = true;
    }
    static void work_out_plans(Facts& facts, const u64 hands[kSeats], int suit) {
        const u64 partner = Pairs ? hands[2] : 0;
        u64 opponents[3] = {};
        for (int seat = 1; seat < kSeats; ++seat)
            if (!Pairs || seat != 2) opponents[holder_bit(seat)] = hands[seat];
        const Opposition theirs(opponents);
        const int plans = Trump && suit != kTrumpLane ? Facts::kPlans : 1;
        for (int ruffers = 0; ruffers < plans; ++ruffers) {
            int rounds = 13;
            for (int i = 0; i < 3; ++i)
                if (ruffers >> i & 1) rounds = std::min(rounds, count(opponents[i]));
            SuitPlan plan;
            if ((hands[0] | partner) && rounds)
                plan = plan_suit(hands[0], partner, theirs, rounds);
            plan.ruff = Trump && Pairs && suit != kTrumpLane && !partner &&
                        count(hands[0]) > plan.cash && rounds > plan.cash;
            facts.plans[ruffers] = plan;
        }
    }

    const u32 suits_;
    u16* const index_;
    Facts* const facts_;
    LeadOrder* const leads_;
    DiscardOrder* const discards_;
    u16* start_[kSuits] = {};
    u64 hands_[kSeats] = {};
    std::size_t size_ = 0;  // of the index, for this deal
    u32 used_ = 0, forgotten_ = 0;
};

}  // namespace plain

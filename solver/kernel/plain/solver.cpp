#include "solver.hpp"

#include <algorithm>
#include <stdexcept>

#include "symmetry.hpp"

namespace plain {
namespace {

// Relabels cards by relative rank and moves the trump suit to its lane.
struct Relabelling {
    int lane_of_suit[kSuits] = {0, 1, 2, 3};
    u64 in_play = 0;

    explicit Relabelling(const Problem& problem) {
        if (problem.trump >= 0) std::swap(lane_of_suit[problem.trump], lane_of_suit[kTrumpLane]);
        for (int seat = 0; seat < kSeats; ++seat) in_play |= problem.hands[seat] | problem.table[seat];
    }
    u64 inward(u64 cards) const {
        u64 out = 0;
        for (int suit = 0; suit < kSuits; ++suit)
            out |= gather(lane(cards, suit), lane(in_play, suit)) << (16 * lane_of_suit[suit]);
        return out;
    }
    u32 outward(u64 cards, int suit) const {
        return static_cast<u32>(scatter(lane(cards, lane_of_suit[suit]), lane(in_play, suit)));
    }
};

Position inward(const Problem& problem, const Relabelling& names) {
    Position p{};
    for (int seat = 0; seat < kSeats; ++seat) {
        p.hands[seat] = names.inward(problem.hands[seat]);
        p.table[seat] = names.inward(problem.table[seat]);
    }
    p.leader = problem.leader;
    p.on_table = problem.on_table;
    p.tricks = count(problem.hands[problem.leader]) + (problem.on_table ? 1 : 0);
    return p;
}

// A first guess from honours, trump length, shortness and the lead, in hundredths
// of a trick of a 13-card deal (least squares on random deals, search-plain.md).
int first_guess(const Position& p, bool trump, int max_seats) {
    constexpr int honours[3][5] = {{112, 69, 41, 17, 10}, {79, 52, 27, 10, 4}, {95, 68, 47, 25, 9}};
    constexpr int trump_length = 45, shortness[2] = {96, 31};
    int sum = (max_seats >> p.leader & 1 ? 1 : -1) * (trump ? 18 : 46);
    u64 in_play = 0;
    for (int seat = 0; seat < kSeats; ++seat) in_play |= p.hands[seat];
    for (int seat = 0; seat < kSeats; ++seat) {
        const int sign = max_seats >> seat & 1 ? 1 : -1;
        const int trumps = trump ? count(lane(p.hands[seat], kTrumpLane)) : 0;
        sum += sign * trump_length * trumps;
        for (int suit = 0; suit < kSuits; ++suit) {
            const bool is_trump = trump && suit == kTrumpLane;
            const int length = count(lane(p.hands[seat], suit));
            if (trumps && !is_trump && length < 2) sum += sign * shortness[length];
            u64 cards = in_play & lane_mask(suit);
            for (int i = 0; i < 5 && cards; ++i) {
                const u64 top = highest(cards);
                cards ^= top;
                if (p.hands[seat] & top) sum += sign * honours[!trump ? 0 : is_trump ? 2 : 1][i];
            }
        }
    }
    const int guess = (p.tricks * (1300 + 2 * sum) + 1300) / 2600;
    return std::clamp(guess, 0, p.tricks);
}

// Walks from a guess to the value; what it proves stays in `window` when a limit stops it.
template <class Search>
void narrow(Search& search, const Position& position, Value& window, int guess) {
    search.load(position);
    while (window.lower < window.upper) {
        const int need = std::clamp(guess, window.lower + 1, window.upper);
        if (search.reaches(need)) {
            window.lower = need;
            guess = need + 1;
        } else {
            window.upper = need - 1;
            guess = need - 1;
        }
    }
}

bool are_pairs(int max_seats) { return max_seats == 0b0101 || max_seats == 0b1010; }

template <class Use>
void with_search(Table& table, Budget& budget, const Problem& problem, const Features& features,
                 Use&& use) {
    const bool pairs = are_pairs(problem.max_seats);
    auto run = [&](auto search) { use(search); };
    if (problem.trump >= 0)
        pairs ? run(Search<true, true>(table, budget, problem.max_seats, features))
              : run(Search<true, false>(table, budget, problem.max_seats, features));
    else
        pairs ? run(Search<false, true>(table, budget, problem.max_seats, features))
              : run(Search<false, false>(table, budget, problem.max_seats, features));
}

int to_move(const Position& p) { return (p.leader + p.on_table) & 3; }

u64 cards_in_play(const Position& p) {
    u64 cards = 0;
    for (int seat = 0; seat < kSeats; ++seat) cards |= p.hands[seat] | p.table[seat];
    return cards;
}

u64 legal_cards(const Position& p) {
    const u64 hand = p.hands[to_move(p)];
    const u64 led = p.on_table ? hand & lane_of(p.table[p.leader]) : 0;
    return led ? led : hand;
}

Position with_card(Position p, u64 card) {
    const int seat = to_move(p);
    p.hands[seat] ^= card;
    p.table[seat] = card;
    ++p.on_table;
    return p;
}

// The run of equals that a card at its bottom stands for.
u64 run_above(u64 card, u64 hand, u64 in_play) {
    u64 run = card;
    for (u64 next = card << 1; next & lane_of(card); next <<= 1) {
        if (hand & next) run |= next;
        else if (in_play & next) break;
    }
    return run;
}

// The value of every legal card. No card does better than the position's own value.
template <class Search>
std::vector<CardValue> card_values(Search& search, const Position& position, int value,
                                   bool max_moves, const Relabelling& names) {
    std::vector<CardValue> found;
    const u64 in_play = cards_in_play(position), hand = position.hands[to_move(position)];
    for (u64 rest = run_bottoms(legal_cards(position), in_play); rest; rest &= rest - 1) {
        const u64 card = lowest(rest);
        Value window = max_moves ? Value{0, value} : Value{value, position.tricks};
        narrow(search, with_card(position, card), window, max_moves ? value : value + 1);
        const u64 run = run_above(card, hand, in_play);
        for (int suit = 0; suit < kSuits; ++suit)
            if (const u32 ranks = names.outward(run, suit)) found.push_back({suit, ranks, window.lower});
    }
    return found;
}

// A card that keeps the value. When all others have failed the last one needs no search.
template <class Search>
u64 keeping(Search& search, const Position& position, int value, bool max_moves) {
    u64 rest = run_bottoms(legal_cards(position), cards_in_play(position));
    for (; rest & (rest - 1); rest &= rest - 1) {
        search.load(with_card(position, lowest(rest)));
        if (search.reaches(max_moves ? value : value + 1) == max_moves) break;
    }
    return lowest(rest);
}

// Best play to the end, found with the table that the value left behind.
template <class Search>
std::vector<Card> best_line(Search& search, Position p, int value, int max_seats,
                            const Relabelling& names) {
    std::vector<Card> line;
    while (p.tricks > 0) {
        const u64 card = keeping(search, p, value, max_seats >> to_move(p) & 1);
        for (int suit = 0; suit < kSuits; ++suit)
            if (const u32 ranks = names.outward(card, suit))
                line.push_back({suit, std::countr_zero(ranks)});
        p = with_card(p, card);
        if (p.on_table < kSeats) continue;
        p.leader = Search::ahead(p).seat;
        value -= max_seats >> p.leader & 1;
        --p.tricks;
        p.on_table = 0;
        for (u64& played : p.table) played = 0;
    }
    return line;
}

}  // namespace

int check(const Problem& problem) {
    if (problem.trump < -1 || problem.trump >= kSuits) throw std::invalid_argument("trump must be -1..3");
    if (problem.leader < 0 || problem.leader >= kSeats) throw std::invalid_argument("leader must be 0..3");
    if (problem.max_seats < 0 || problem.max_seats > 15) throw std::invalid_argument("side must be 0..15");
    u64 seen = 0;
    const int length = count(problem.hands[problem.leader]) + (problem.on_table ? 1 : 0);
    for (int i = 0; i < kSeats; ++i) {
        const int seat = (problem.leader + i) & 3;
        const bool played = i < problem.on_table;
        if (count(problem.table[seat]) != (played ? 1 : 0))
            throw std::invalid_argument("the cards on the table do not fit the leader");
        if (count(problem.hands[seat]) + (played ? 1 : 0) != length)
            throw std::invalid_argument("hands are not of equal size");
        if (seen & (problem.hands[seat] | problem.table[seat]) || problem.hands[seat] & problem.table[seat])
            throw std::invalid_argument("a card is held twice");
        seen |= problem.hands[seat] | problem.table[seat];
    }
    if (length > 13) throw std::invalid_argument("at most 13 cards a hand");
    for (int suit = 0; suit < kSuits; ++suit)
        if (count(lane(seen, suit)) > 13) throw std::invalid_argument("at most 13 cards a suit");
    return length;
}

void Solver::begin(const Limits& limits) {
    table_.clear();
    table_.stored = 0;
    budget_.start(limits);
}

Found Solver::solve(const Problem& problem, const Limits& limits, const Wanted& wanted) {
    Found found{{0, check(problem)}, Stop::no, {}, {}};
    begin(limits);
    const Relabelling names(problem);
    const Position position = inward(problem, names);
    const int guess = first_guess(position, problem.trump >= 0, problem.max_seats);
    const bool max_moves = problem.max_seats >> to_move(position) & 1;
    with_search(table_, budget_, problem, features, [&](auto& search) {
        try {
            narrow(search, position, found.value, guess);
            const int value = found.value.lower;
            if (wanted.cards && position.tricks)
                found.cards = card_values(search, position, value, max_moves, names);
            if (wanted.line) found.line = best_line(search, position, value, problem.max_seats, names);
        } catch (const Stopped& stop) {
            found.stopped = stop.reason;
        }
    });
    return found;
}

Found Solver::can_make(const Problem& problem, int need, const Limits& limits) {
    check(problem);
    Found found{{0, 1}, Stop::no, {}, {}};
    begin(limits);
    const Position position = inward(problem, Relabelling(problem));
    with_search(table_, budget_, problem, features, [&](auto& search) {
        search.load(position);
        try {
            const bool yes = position.tricks == 0 ? need <= 0 : search.reaches(need);
            found.value = {yes, yes};
        } catch (const Stopped& stop) {
            found.stopped = stop.reason;
        }
    });
    return found;
}

Stop Solver::deal_table(const u64 hands[kSeats], const Limits& limits, Cells& cells) {
    Problem problem;
    for (int seat = 0; seat < kSeats; ++seat) problem.hands[seat] = hands[seat];
    const int tricks = check(problem);
    for (auto& row : cells) row.fill(Value{0, tricks});
    begin(limits);
    const std::vector<Symmetry> same = symmetries(inward(problem, Relabelling(problem)).hands);
    bool known[5][kSeats] = {};
    // A cell whose mirror image is known already.
    const auto mirrored = [&](int strain, int leader) {
        for (const Symmetry& symmetry : same) {
            const int image = strain < kSuits ? symmetry.suit[strain] : strain;
            const int seat = (leader + symmetry.turn) & 3;
            if (!known[image][seat]) continue;
            const Value& value = cells[image][seat];
            cells[strain][leader] =
                symmetry.turn & 1 ? Value{tricks - value.upper, tricks - value.lower} : value;
            return known[strain][leader] = true;
        }
        return false;
    };
    try {
        for (int strain = 0; strain < 5; ++strain) {
            problem.trump = strain < kSuits ? strain : -1;
            const Relabelling names(problem);
            Position position = inward(problem, names);
            table_.clear();
            with_search(table_, budget_, problem, features, [&](auto& search) {
                for (int leader = 0; leader < kSeats; ++leader) {
                    if (mirrored(strain, leader)) continue;
                    // Partner's lead, or else the other side's, is the best guess.
                    const int guess = leader == 0 ? first_guess(position, problem.trump >= 0, problem.max_seats)
                                                  : cells[strain][leader >= 2 ? leader - 2 : 0].lower;
                    position.leader = leader;
                    narrow(search, position, cells[strain][leader], guess);
                    known[strain][leader] = true;
                }
            });
        }
    } catch (const Stopped& stop) {
        return stop.reason;
    }
    return Stop::no;
}

}  // namespace plain

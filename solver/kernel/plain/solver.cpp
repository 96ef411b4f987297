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

// The mean of a guess and of what comes of it when everybody plays what the ordering puts first:
// both are about as good, and err in different ways (search-plain.md).
template <class Search>
int sharpened(Search& search, const Position& position, int guess) {
    search.load(position);
    int made = guess;
    while (made < position.tricks && search.seems_to_reach(made + 1)) ++made;
    if (made == guess)
        while (made > 0 && !search.seems_to_reach(made)) --made;
    return (guess + made + 1) / 2;
}

bool are_pairs(int max_seats) { return max_seats == 0b0101 || max_seats == 0b1010; }

// Calls `use` with a team for the kind of problem.
template <class Use>
void with_team(std::vector<FactMemory>& facts, Spending& spending, SharedTable& table, const Problem& problem,
               const Features& features, Use&& use) {
    const bool pairs = are_pairs(problem.max_seats);
    auto run = [&]<bool Trump, bool Pairs>() {
        Team<Search<Trump, Pairs>> team(facts, spending, table, problem.max_seats, features);
        use(team);
    };
    if (problem.trump >= 0)
        pairs ? run.template operator()<true, true>() : run.template operator()<true, false>();
    else
        pairs ? run.template operator()<false, true>() : run.template operator()<false, false>();
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
std::vector<CardValue> card_values(Team<Search>& team, const Position& position, int value,
                                   bool max_moves, const Relabelling& names) {
    std::vector<Window> windows;
    std::vector<u64> runs;
    const u64 in_play = cards_in_play(position), hand = position.hands[to_move(position)];
    for (u64 rest = run_bottoms(legal_cards(position), in_play); rest; rest &= rest - 1) {
        const u64 card = lowest(rest);
        const Value known = max_moves ? Value{0, value} : Value{value, position.tricks};
        windows.push_back({with_card(position, card), known, max_moves ? value : value + 1});
        runs.push_back(run_above(card, hand, in_play));
    }
    if (const Stop stop = team.narrow(windows); stop != Stop::no) throw Stopped{stop};
    std::vector<CardValue> found;
    for (std::size_t i = 0; i < runs.size(); ++i)
        for (int suit = 0; suit < kSuits; ++suit)
            if (const u32 ranks = names.outward(runs[i], suit))
                found.push_back({suit, ranks, windows[i].value.lower});
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
    table_.forget_counts();
    spending_.start(limits, static_cast<int>(facts_.size()));
}

Found Solver::solve(const Problem& problem, const Limits& limits, const Wanted& wanted) {
    Found found{{0, check(problem)}, Stop::no, {}, {}};
    begin(limits);
    const Relabelling names(problem);
    const Position position = inward(problem, names);
    const int guess = first_guess(position, problem.trump >= 0, problem.max_seats);
    const bool max_moves = problem.max_seats >> to_move(position) & 1;
    with_team(facts_, spending_, table_, problem, features, [&](auto& team) {
        std::vector<Window> windows = {{position, found.value, sharpened(team.first(), position, guess)}};
        found.stopped = team.narrow(windows);
        found.value = windows[0].value;
        if (found.stopped != Stop::no) return;
        try {
            const int value = found.value.lower;
            if (wanted.cards && position.tricks)
                found.cards = card_values(team, position, value, max_moves, names);
            if (wanted.line)
                found.line = best_line(team.first(), position, value, problem.max_seats, names);
        } catch (const Stopped& stop) {
            found.stopped = stop.reason;
        }
    });
    return found;
}

Found Solver::can_make(const Problem& problem, int need, const Limits& limits) {
    const int tricks = check(problem);
    Found found{{need <= 0, need <= tricks}, Stop::no, {}, {}};
    begin(limits);
    if (found.value.exact()) return found;
    const Position position = inward(problem, Relabelling(problem));
    with_team(facts_, spending_, table_, problem, features, [&](auto& team) {
        std::vector<Window> windows = {{position, {need - 1, need}, need}};
        found.stopped = team.narrow(windows);
        const Value& value = windows[0].value;
        found.value = {value.lower >= need, value.upper >= need};
    });
    return found;
}

namespace {

// The cells of a deal's table, some of which are mirror images of others.
struct Mirrors {
    Cells& cells;
    int tricks;
    std::vector<Symmetry> same;
    bool known[5][kSeats] = {};

    // Whether a mirror image of the cell is known (or about to be); copies its value.
    bool copy(int strain, int leader) const {
        for (const Symmetry& symmetry : same) {
            const int image = strain < kSuits ? symmetry.suit[strain] : strain;
            const int seat = (leader + symmetry.turn) & 3;
            if (!known[image][seat]) continue;
            const Value& value = cells[image][seat];
            cells[strain][leader] =
                symmetry.turn & 1 ? Value{tricks - value.upper, tricks - value.lower} : value;
            return true;
        }
        return false;
    }
};

}  // namespace

Stop Solver::deal_table(const u64 hands[kSeats], const Limits& limits, Cells& cells) {
    Problem problem;
    for (int seat = 0; seat < kSeats; ++seat) problem.hands[seat] = hands[seat];
    const int tricks = check(problem);
    for (auto& row : cells) row.fill(Value{0, tricks});
    begin(limits);
    Mirrors mirrors{cells, tricks, symmetries(inward(problem, Relabelling(problem)).hands)};
    Stop stopped = Stop::no;
    for (int strain = 0; strain < 5 && stopped == Stop::no; ++strain) {
        problem.trump = strain < kSuits ? strain : -1;
        Position position = inward(problem, Relabelling(problem));
        std::vector<Window> windows;
        std::array<int, kSeats> place{};
        const int guess = first_guess(position, problem.trump >= 0, problem.max_seats);
        for (int leader = 0; leader < kSeats; ++leader) {
            place[leader] = -1;
            if (mirrors.copy(strain, leader)) continue;
            // Partner's lead, or else the other side's, is the best guess.
            const int like = leader == 0 ? -1 : place[leader >= 2 ? leader - 2 : 0];
            position.leader = leader;
            place[leader] = static_cast<int>(windows.size());
            windows.push_back({position, {0, tricks}, guess, like});
            mirrors.known[strain][leader] = true;
        }
        table_.clear();
        with_team(facts_, spending_, table_, problem, features, [&](auto& team) {
            if (!windows.empty()) windows[0].guess = sharpened(team.first(), windows[0].position, guess);
            stopped = team.narrow(windows);
        });
        for (int leader = 0; leader < kSeats; ++leader)
            if (place[leader] >= 0) cells[strain][leader] = windows[place[leader]].value;
        for (int leader = 0; leader < kSeats; ++leader)
            if (place[leader] < 0) mirrors.copy(strain, leader);
    }
    return stopped;
}

}  // namespace plain

// What Python hands over: the rules of a variant under one trump, a position, a goal, options.
#pragma once
#include <functional>
#include <string>
#include <vector>

namespace foolproof {

constexpr int MAX_SEATS = 17;
constexpr int MAX_CARDS = 128;
constexpr int SLOTS = 9;       // effective suits: six suits, trumps of no suit, no suit, face down
constexpr int NO_SUIT = 7;     // Jokers and the Fool
constexpr int FACE_DOWN = 8;   // a lead that nobody can follow

// Kinds of cards (low bits) and the filters that a kind may carry.
enum Kind {
  ANY, NATURALS, JOKERS, FOOL, TRUMPS, PLAIN, LED_SUIT, SAME_COLOUR, SMALLEST, HIGHEST_TRUMP,
  MASTER_TRUMP, OPENING, POINTLESS, OF_SUIT  // OF_SUIT + slot
};
constexpr int HEADS = 64, HEADS_ITS_SUIT = 128, NOT_BARRED = 256;

// Conditions; an odd code is the negation of the even one below it.
enum Condition {
  HOLDING_LED = 0, HOLDING_PLAIN = 2, HOLDING_TWO_TRUMPS = 4, TRUMP_LED = 6, JOKER_LED = 8,
  FOOL_LED_ALONE = 10, BROKEN = 12, FIRST_TRICK = 14, SECOND_TRICK = 16, TRUMP_KNOWN = 18,
  TRUMP_DUE = 20, TRUMPS_CALLED = 22, MAY_WITHHOLD = 24
};

enum WinnerRule { HIGHEST, MIDDLING, MIDDLING_OF_THREE };
enum Equal { FIRST, LAST, PAIRS_FIRST, PAIRS_LAST, ALL, REFUSE, NONE };
enum Jokers { JOKERS_FIRST, JOKERS_LAST, JOKERS_CANCEL, JOKERS_REFUSE };
enum Gift { NO_GIFT, GIVES_TRICK, GIVES_LEAD, GIVES_CARD };
enum FaceDown { NEVER, WINS_IF_NO_TRUMP, AS_ITS_SUIT };

struct Tier {
  std::vector<int> kinds, conditions;
};

// How every face of the pack is seen under one trump and demotion.
struct FaceView {
  std::vector<int> slot, strength, trump, privilege;
  std::vector<int> master;  // faces that the rules call the master trump
  bool trump_known = true;
};

struct Tables {
  int players = 0;
  std::vector<int> colour, printed, joker, fool, points, height;  // per face
  std::vector<FaceView> views;  // the second after a demotion or a late trump
  std::vector<Tier> lead, follow, always;
  int winner = HIGHEST, equal = FIRST, jokers = JOKERS_FIRST;
  int gift = NO_GIFT, face_down = NEVER;
  int breaks = -1;            // printed suit that can be broken, 99 for trumps, -1 none
  int pam_ace = -1;           // face whose lead lets its leader bar Pam
  int pam = -1;               // face that can be barred
  bool rob_king = false;
  int rob_ace = -1, rob_king_face = -1;
  int jink = -1;
  bool draw = false, draw_on = false, late_trump = false;
  bool trump_leads = false, withhold_alone = false;
  bool names_ranks = false, names_cards_at_first = false, needs_number = false;
  bool colour_matters = false, reversible = false, pointless_matters = false;
  std::vector<int> named;     // effective suits that some rule names
  bool colours_swap = false;
};

enum Phase { PLAY, GIFT, JINK, PAM, ROB };

struct Root {
  std::vector<std::vector<int>> hands;      // faces
  std::vector<int> trick_seats, trick_faces;
  int leader = 0, turn = 0, phase = PLAY, done = 0, dealer = 0;
  std::vector<int> taken, active, stock, turn_up, asked, go;  // asked: seats that have robbed or not
  std::vector<int> opening;                 // faces that must open the deal
  int robbing = 0;                          // 0 no, 1 by the ace of trumps, 2 the dealer late
  bool broken = false, called = false, robbed = false;
  int general = -1;
};

enum Mode { ADDITIVE, EXACT, TERMINAL };

// A finished deal that only Python can value: tricks, counted cards and flags.
struct Ending {
  std::vector<int> taken;
  std::vector<std::vector<int>> won;
  std::vector<int> go;
  int leader = 0;
  int result = 0;  // 0 played out, 1 stopped, 2 general lost, 3 general made
  bool robbed = false;
};

struct Goal {
  int mode = ADDITIVE;
  std::vector<int> trick_value, point_value;  // what a trick, and each point in it, counts by owner
  std::vector<int> maximises;                 // per seat
  int target = 0;                             // EXACT: what must still come
  int last_points = 0;                        // undealt points that go with the last trick
  bool leader_counts = false;                 // TERMINAL: who won the last trick matters
  std::vector<int> counted;                   // faces whose captor matters at the end
  int low = -32000, high = 32000;             // what the value can be
  std::function<int(const Ending &)> value;   // TERMINAL
};

// Every seat for itself (max^n): what a trick and a point count for each seat, by owner; or what
// the end is worth to each.
struct OwnGoal {
  std::vector<std::vector<int>> trick_value, point_value;
  std::function<std::vector<int>(const Ending &)> values;  // where counting does not do
  bool least = false;                                      // seats want little
};

struct Options {
  bool equivalents = true, relative_ranks = true, isomorphism = true, reversal = true;
  bool irrelevant_ranks = true, joker_bound = true, trump_bound = true, history = true;
  bool good_first = true, table = true;
  bool quick_tricks = true, last_trick = true, promise = true, reach = true, relevance = true;
  bool colour_bound = true, outlook = true;
  int effort = 2000;              // nodes for every action in the first round (0: no rounds)
  int rounds_from = 35;           // only where so many cards are in play
  int driver = 0;                 // 0 from a guess, 1 ascending, 2 bisection, 3 one full window
  double memory_mb = 256;
  long long entries = 0;          // most entries of the table (0: as many as the memory holds)
  long long nodes = 0;            // 0: no limit
  double seconds = 0;
  int threads = 1;
};

enum Status {
  SOLVED, OUT_OF_NODES, OUT_OF_TIME, INTERRUPTED, RULES_SILENT, OVERTAKEN, OUT_OF_EFFORT
};

struct ActionValue {
  int code = 0, value = 0, group = 0;
  bool known = false;
};

struct Result {
  int status = SOLVED;
  int lower = -32000, upper = 32000;
  std::vector<ActionValue> actions;
  std::vector<int> line;
  long long nodes = 0, stored = 0, table_bytes = 0, probes = 0;
};

// What is asked: the value (or only whether it reaches `bound`), every action, a line.
struct Question {
  bool actions = false, line = false, decide = false;
  int bound = 0;   // decide: is the value >= bound?
  int guess = 0;
  bool have_guess = false;
};

// Actions as numbers: the kind above, a face, seat or flag below.
constexpr int ACT_PLAY = 0, ACT_GIFT = 1 << 10, ACT_JINK = 2 << 10, ACT_PAM = 3 << 10;
constexpr int ACT_ROB = 4 << 10, ACT_DECLINE = 5 << 10;

Result solve(const Tables &, const Root &, const Goal &, const Options &, const Question &,
             const std::function<bool()> &interrupted);

// The same where every seat plays for itself; the values are those of one seat.
Result solve_each(const Tables &, const Root &, const Goal &, const OwnGoal &, int seat,
                  const Options &, const std::function<bool()> &interrupted);

}  // namespace foolproof

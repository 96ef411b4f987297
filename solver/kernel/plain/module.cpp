// Python module. Hands are four masks a seat (bit r of mask s is the card of suit s and rank r);
// a card on the table is a (suit, rank) pair.
#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <stdexcept>
#include <string>
#if defined(__x86_64__)
#include <cpuid.h>
#endif

#include "solver.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using Hands = std::array<std::array<plain::u32, 4>, 4>;
using PyCard = std::pair<int, int>;
using Bound = std::pair<int, int>;

// Virtual machines hide features one by one, and lzcnt where it is hidden counts wrongly in silence.
bool supports_v3() {
#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
    unsigned a = 0, b = 0, c = 0, d = 0;
    __get_cpuid(1, &a, &b, &c, &d);
    const unsigned base = bit_FMA | bit_MOVBE | bit_POPCNT | bit_F16C;
    bool rest = (c & base) == base;
    rest = __get_cpuid(0x80000001, &a, &b, &c, &d) && (c & bit_LZCNT) && rest;
    return rest && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2");
#else
    return false;
#endif
}

// Signals reach Python only with the lock held, and only in its main thread.
bool signalled() {
    nb::gil_scoped_acquire lock;
    if (PyErr_CheckSignals() == 0) return false;
    PyErr_Clear();
    return true;
}

void set_hands(plain::u64 out[4], const Hands& hands) {
    for (int seat = 0; seat < 4; ++seat)
        for (int suit = 0; suit < 4; ++suit) {
            if (hands[seat][suit] > 0xFFFF) throw nb::value_error("ranks must be 0..15");
            out[seat] |= plain::u64{hands[seat][suit]} << (16 * suit);
        }
}

struct Root {
    Hands hands{};
    int trump = -1, leader = 0, side = 0b0101;
    std::vector<PyCard> table;
};

plain::Problem problem(const Root& root) {
    plain::Problem p;
    set_hands(p.hands, root.hands);
    p.trump = root.trump;
    p.leader = root.leader;
    p.max_seats = root.side;
    if (root.table.size() > 3) throw nb::value_error("at most three cards on the table");
    for (std::size_t i = 0; i < root.table.size(); ++i) {
        const auto [suit, rank] = root.table[i];
        if (suit < 0 || suit > 3 || rank < 0 || rank > 15) throw nb::value_error("no such card");
        p.table[(root.leader + i) & 3] = plain::u64{1} << (16 * suit + rank);
    }
    p.on_table = static_cast<int>(root.table.size());
    return p;
}

struct Options {
    plain::u64 nodes = 0;  // 0: no limit
    double seconds = 0;
    bool cards = false, line = false;
};

plain::Limits limits(const Options& options) {
    plain::Limits out;
    if (options.nodes) out.nodes = options.nodes;
    if (options.seconds > 0) out.seconds = options.seconds;
    out.poll = signalled;
    return out;
}

struct Result {
    int status = 0, lower = 0, upper = 0;
    plain::u64 nodes = 0, stored = 0;
    std::vector<std::array<int, 3>> cards;  // suit, ranks, value
    std::vector<PyCard> line;
    std::array<std::array<Bound, 4>, 5> cells{};
};

class PySolver {
public:
    PySolver(double megabytes, int threads)
        : solver_(static_cast<std::size_t>(megabytes * (1 << 20)), at_least_one(threads)) {}

    Result solve(const Root& root, const Options& options) {
        const plain::Problem p = problem(root);
        return run([&] { return solver_.solve(p, limits(options), {options.cards, options.line}); });
    }
    Result can_make(const Root& root, int tricks, const Options& options) {
        const plain::Problem p = problem(root);
        return run([&] { return solver_.can_make(p, tricks, limits(options)); });
    }
    Result table(const Hands& hands, const Options& options) {
        plain::u64 masks[4] = {};
        set_hands(masks, hands);
        plain::Cells cells{};
        Result out = run([&] {
            plain::Found found{};
            found.stopped = solver_.deal_table(masks, limits(options), cells);
            return found;
        });
        for (int strain = 0; strain < 5; ++strain)
            for (int leader = 0; leader < 4; ++leader)
                out.cells[strain][leader] = {cells[strain][leader].lower, cells[strain][leader].upper};
        return out;
    }
    void switch_off(const std::string& name) {
        plain::Features& on = solver_.features;
        const std::pair<const char*, bool*> known[] = {
            {"table", &on.table},   {"quick", &on.quick}, {"sure", &on.sure},
            {"equals", &on.equals}, {"skip", &on.skip},   {"order", &on.order}};
        for (const auto& [word, feature] : known)
            if (name == word) return void(*feature = false);
        throw nb::value_error("no such switch");
    }
    plain::Solver& solver() { return solver_; }

private:
    static int at_least_one(int threads) {
        if (threads < 1) throw nb::value_error("there must be at least one thread");
        return threads;
    }
    template <class Work>
    Result run(Work&& work) {
        if (busy_.exchange(true)) throw std::runtime_error("this solver is busy in another thread");
        struct Free {
            std::atomic<bool>& flag;
            ~Free() { flag = false; }
        } free{busy_};
        nb::gil_scoped_release release;
        const plain::Found found = work();
        Result out;
        out.status = static_cast<int>(found.stopped);
        out.lower = found.value.lower;
        out.upper = found.value.upper;
        out.nodes = solver_.nodes();
        out.stored = solver_.stored();
        for (const auto& card : found.cards)
            out.cards.push_back({card.suit, static_cast<int>(card.ranks), card.value});
        for (const auto& card : found.line) out.line.push_back({card.suit, card.rank});
        return out;
    }

    plain::Solver solver_;
    std::atomic<bool> busy_ = false;
};

void bind_records(nb::module_& m) {
    nb::class_<Root>(m, "Root").def(nb::init<>()).def_rw("hands", &Root::hands)
        .def_rw("trump", &Root::trump).def_rw("leader", &Root::leader)
        .def_rw("side", &Root::side).def_rw("table", &Root::table);
    nb::class_<Options>(m, "Options").def(nb::init<>()).def_rw("nodes", &Options::nodes)
        .def_rw("seconds", &Options::seconds).def_rw("cards", &Options::cards)
        .def_rw("line", &Options::line);
    nb::class_<Result>(m, "Result").def_ro("status", &Result::status)
        .def_ro("lower", &Result::lower).def_ro("upper", &Result::upper)
        .def_ro("nodes", &Result::nodes).def_ro("stored", &Result::stored)
        .def_ro("cards", &Result::cards).def_ro("line", &Result::line)
        .def_ro("cells", &Result::cells);
}

}  // namespace

// The name is a macro: one of the builds that CMakeLists.txt makes.
#define DEFINE_MODULE(name, variable) NB_MODULE(name, variable)
DEFINE_MODULE(FOOLPROOF_MODULE, m) {
    m.def("supports_v3", &supports_v3, "Whether this processor runs the build for AVX2 and BMI2.");
    bind_records(m);
    nb::class_<PySolver>(m, "Solver")
        .def(nb::init<double, int>(), "memory_mb"_a, "threads"_a = 1)
        .def("solve", &PySolver::solve, "root"_a, "options"_a)
        .def("can_make", &PySolver::can_make, "root"_a, "tricks"_a, "options"_a)
        .def("table", &PySolver::table, "hands"_a, "options"_a)
        .def("switch_off", &PySolver::switch_off, "name"_a, "For tests: changes speed only.")
        .def_prop_ro("table_clears", [](PySolver& self) { return self.solver().clears(); })
        .def_prop_ro("table_bytes", [](PySolver& self) { return self.solver().table_bytes(); });
}

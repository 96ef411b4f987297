// Tunes the weights of the move ordering by node counts on random deals.
//   tune eval DEALS                   node counts for notrump and trump
//   tune climb DEALS SECONDS KIND FILE [SEED [SIZE]]
//                                     random hill climbing (KIND nt or trump), writes the weights
// Built with -DFOOLPROOF_TUNE=ON.

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <random>
#include <string>

#include "solver.hpp"

namespace plain {
int tuned[kWeights] = {
#include "order_weights.inc"
};
}  // namespace plain

using namespace plain;

namespace {

std::vector<Problem> deals(int number, int trump, unsigned seed, int size = 13) {
    std::mt19937 rng(seed);
    std::vector<Problem> out;
    for (int d = 0; d < number; ++d) {
        int pack[52];
        for (int i = 0; i < 52; ++i) pack[i] = i;
        for (int i = 51; i > 0; --i) std::swap(pack[i], pack[rng() % (i + 1)]);
        Problem p;
        for (int i = 0; i < 4 * size; ++i) p.hands[i & 3] |= 1ull << (16 * (pack[i] / 13) + pack[i] % 13);
        p.trump = trump;
        p.leader = static_cast<int>(rng() & 3);
        p.max_seats = p.leader & 1 ? 0b1010 : 0b0101;
        out.push_back(p);
    }
    return out;
}

struct Score {
    double mean = 0, geometric = 0, ms = 0;
};

Score measure(Solver& solver, const std::vector<Problem>& problems) {
    Score score;
    const std::clock_t start = std::clock();
    for (const auto& p : problems) {
        solver.solve(p, {}, {});
        score.mean += static_cast<double>(solver.nodes()) / problems.size();
        score.geometric += std::log(solver.nodes() + 500.0) / problems.size();
    }
    score.geometric = std::exp(score.geometric);
    score.ms = 1e3 * (std::clock() - start) / CLOCKS_PER_SEC / problems.size();  // CPU time
    return score;
}

void write_weights(const char* path) {
    std::ofstream out(path);
    for (int i = 0; i < kWeights; i += 16) {
        for (int j = i; j < std::min(i + 16, int{kWeights}); ++j) out << tuned[j] << (j % 16 == 15 ? "," : ", ");
        out << "\n";
    }
}

// The weights that play a part at notrump, or with trumps.
std::vector<int> weights_of(bool trump) {
    const std::pair<int, int> by_kind[] = {
        {kLeadTable, kLeadTriple}, {kLeadTriple, kLeadLength}, {kLeadLength, kLeadGoal},
        {kLeadGoal, kLeadRank},    {kLeadRank, kLeadHint},     {kLeadHint, kLeadAgain},
        {kLeadAgain, kLeadRun},    {kLeadRun, kLeadRuff},      {kLeadTried, kFollow}};
    std::vector<int> found;
    for (const auto& [begin, end] : by_kind)
        for (int i = begin; i < end; ++i)
            if ((i - begin >= (end - begin) / 3) == trump) found.push_back(i);
    if (trump)
        for (int i = kLeadRuff; i < kLeadTried; ++i) found.push_back(i);
    for (int i = 0; i < kTrumps; ++i) found.push_back(kFollow + i + (trump ? kTrumps : 0));
    return found;
}

// Climbs the mean and the geometric mean of the nodes. A change that is worse on the first
// deals is dropped at once.
class Climber {
public:
    explicit Climber(std::vector<Problem> problems)
        : problems_(std::move(problems)), best_(problems_.size()), now_(problems_.size()) {}

    // The logarithm of what the weights are worth, or nothing if they are no better than before.
    double measure() {
        double sum = 0, logs = 0, best_sum = 0, best_logs = 0;
        for (std::size_t i = 0; i < problems_.size(); ++i) {
            solver_.solve(problems_[i], {}, {});
            now_[i] = static_cast<double>(solver_.nodes());
            sum += now_[i], logs += std::log(now_[i] + 500);
            best_sum += best_[i], best_logs += std::log(best_[i] + 500);
            const std::size_t done = i + 1, sixth = problems_.size() / 6;
            const double doubt = done == sixth ? 0.006 : done == 2 * sixth ? 0.003 : done == 4 * sixth ? 0.001 : 1e9;
            if (value_ && worth(sum, logs, done) > worth(best_sum, best_logs, done) + doubt) return 1e9;
        }
        return worth(sum, logs, problems_.size());
    }
    bool keep(double value) {
        if (value_ && value >= value_ - 1e-4) return false;
        value_ = value;
        best_ = now_;
        return true;
    }
    double value() const { return value_; }

private:
    static double worth(double sum, double logs, std::size_t deals) {
        return (std::log(sum / deals) + logs / deals) / 2;
    }
    std::vector<Problem> problems_;
    std::vector<double> best_, now_;
    double value_ = 0;
    Solver solver_{256u << 20};
};

void climb(Climber& climber, double seconds, bool trump, const char* path) {
    const std::vector<int> movable = weights_of(trump);
    std::mt19937 rng(std::random_device{}());
    climber.keep(climber.measure());
    const double first = climber.value();
    const auto start = std::chrono::steady_clock::now();
    int tried = 0, kept = 0;
    while (std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() < seconds) {
        int backup[kWeights];
        std::copy(tuned, tuned + kWeights, backup);
        const int changes = 1 + rng() % 4;
        for (int c = 0; c < changes; ++c) {
            const int step = 1 + rng() % (rng() % 3 ? 6 : 25);
            tuned[movable[rng() % movable.size()]] += rng() & 1 ? step : -step;
        }
        ++tried;
        if (climber.keep(climber.measure())) {
            ++kept;
            write_weights(path);
            std::printf("%5d tried %4d kept: %.4f of the first\n", tried, kept, std::exp(climber.value() - first));
            std::fflush(stdout);
        } else {
            std::copy(backup, backup + kWeights, tuned);
        }
    }
}

}  // namespace

int main(int argc, char** argv) {
    const std::string what = argc > 1 ? argv[1] : "eval";
    const int number = argc > 2 ? std::atoi(argv[2]) : 100;
    if (what == "eval") {
        Solver solver(256u << 20);
        for (int trump : {-1, 0}) {
            const Score s = measure(solver, deals(number, trump, 7));
            std::printf("%-8s nodes mean %9.0f geometric %8.0f  %.3f ms\n", trump < 0 ? "notrump" : "trump",
                        s.mean, s.geometric, s.ms);
        }
        return 0;
    }
    const std::string kind = argc > 4 ? argv[4] : "";
    if (argc < 6 || (kind != "nt" && kind != "trump")) {
        std::fprintf(stderr, "tune climb DEALS SECONDS nt|trump FILE [SEED [SIZE]]\n");
        return 2;
    }
    const unsigned seed = argc > 6 ? std::atoi(argv[6]) : 99;
    const int size = argc > 7 ? std::atoi(argv[7]) : 13;
    Climber climber(deals(number, kind == "trump" ? 0 : -1, seed, size));
    climb(climber, std::atof(argv[3]), kind == "trump", argv[5]);
}

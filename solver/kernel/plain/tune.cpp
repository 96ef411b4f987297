// Tunes the weights of the move ordering by node counts on random deals.
//   tune eval DEALS                   node counts for notrump and trump
//   tune climb DEALS SECONDS KIND FILE [SEED [SIZE]]
//                                     random hill climbing (KIND nt, trump or both), writes the weights
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
int tuned[1024] = {
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

double worth(const Score& s) { return std::sqrt(s.mean * s.geometric); }

void write_weights(const char* path) {
    std::ofstream out(path);
    for (int i = 0; i < kWeights; i += 16) {
        for (int j = i; j < i + 16; ++j) out << tuned[j] << (j % 16 == 15 ? "," : ", ");
        out << "\n";
    }
}

}  // namespace

int main(int argc, char** argv) {
    const std::string what = argc > 1 ? argv[1] : "eval";
    const int number = argc > 2 ? std::atoi(argv[2]) : 100;
    Solver solver(256u << 20);
    if (what == "eval") {
        for (int trump : {-1, 0}) {
            const Score s = measure(solver, deals(number, trump, 7));
            std::printf("%-8s nodes mean %9.0f geometric %8.0f  %.3f ms\n", trump < 0 ? "notrump" : "trump",
                        s.mean, s.geometric, s.ms);
        }
        return 0;
    }
    if (argc < 6) {
        std::fprintf(stderr, "tune climb DEALS SECONDS KIND FILE [SEED [SIZE]]\n");
        return 2;
    }
    const double seconds = std::atof(argv[3]);
    const std::string kind = argv[4];
    const char* path = argv[5];
    const unsigned seed = argc > 6 ? std::atoi(argv[6]) : 99;
    const int size = argc > 7 ? std::atoi(argv[7]) : 13;
    std::vector<std::vector<Problem>> sets;
    if (kind != "trump") sets.push_back(deals(number, -1, seed, size));
    if (kind != "nt") sets.push_back(deals(number, 0, seed, size));
    auto total = [&] {
        double sum = 0;
        for (auto& set : sets) sum += std::log(worth(measure(solver, set)));
        return sum;
    };
    std::mt19937 rng(std::random_device{}());
    double best = total();
    const double first = best;
    const auto start = std::chrono::steady_clock::now();
    int tried = 0, kept = 0;
    while (std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() < seconds) {
        int backup[kWeights];
        std::copy(tuned, tuned + kWeights, backup);
        const int changes = 1 + rng() % 4;
        for (int c = 0; c < changes; ++c) {
            const int i = rng() % kWeights;
            const int step = 1 + rng() % (rng() % 3 ? 6 : 25);
            tuned[i] += rng() & 1 ? step : -step;
        }
        ++tried;
        const double now = total();
        if (now < best) {
            best = now;
            ++kept;
            write_weights(path);
            std::printf("%5d tried %4d kept: %.4f of the first\n", tried, kept, std::exp((best - first) / sets.size()));
            std::fflush(stdout);
        } else {
            std::copy(backup, backup + kWeights, tuned);
        }
    }
}

// What two positions must have in common to have the same value, as a hash.
// Cards are told apart only by suit, relative rank among the cards in play, and owner; suits that
// the rules treat alike may change places; a middling rule does not tell high from low.
#pragma once
#include "memory.hpp"
#include "state.hpp"

namespace foolproof {

template <class M> class KeyMaker {
 public:
  KeyMaker(const Setting<M> &g, const Options &o) : g_(g), o_(o), views_(g.views.size()) {
    const Tables &t = *g.t;
    stock_ = !g.stock.empty();
    exact_cards_ = t.names_ranks || !o.relative_ranks;
    const bool free = !stock_ && g.goal->counted.empty() && !exact_cards_;
    middling_ = t.winner != HIGHEST && t.reversible;
    reversal_ = free && middling_ && o.reversal;
    irrelevant_ = free && middling_ && o.irrelevant_ranks && !g.points_matter;
    for (std::size_t i = 0; i < g.views.size(); ++i) groups(int(i), free && o.isomorphism);
  }

  Key make(const State<M> &s) const {
    const View<M> &v = g_.views[s.view];
    u64 a = 0x9e3779b97f4a7c15ULL ^ meta(s), b = 0xd6e8feb86659fd93ULL;
    if (exact_cards_) {
      for (int seat : g_.seats) absorb(a, b, s.hand[seat]);
    } else {
      relative(v, s, a, b);
    }
    absorb_past(s, a, b);
    return Key{mix(a ^ b, 0xa0761d6478bd642fULL), std::uint16_t(mix(b, a | 1))};
  }

  // All but the cards: the leader, what has been reached where that matters.
  u64 past(const State<M> &s) const {
    u64 a = 0x9e3779b97f4a7c15ULL ^ meta(s), b = 0xd6e8feb86659fd93ULL;
    absorb_past(s, a, b);
    return mix(a ^ b, 0xa0761d6478bd642fULL);
  }

  bool irrelevant() const { return irrelevant_; }

 private:
  struct Groups {
    std::vector<int> alone;                 // slots that stay where they are
    std::vector<std::vector<int>> alike;    // slots that may change places
    bool swap = false;                      // the two groups may change places as well
  };

  void groups(int index, bool allowed) {
    const View<M> &v = g_.views[index];
    const Tables &t = *g_.t;
    Groups &out = views_[index];
    if (t.late_trump && !v.trump_known) allowed = false;
    std::vector<std::vector<int>> by_colour(3);
    for (int slot = 0; slot < SLOTS - 1; ++slot) {
      if (!v.slot[slot]) continue;
      const bool named = std::find(t.named.begin(), t.named.end(), slot) != t.named.end();
      const bool plain = slot < 6 && !(v.slot[slot] & v.trump) && !named;
      if (!allowed || !plain) out.alone.push_back(slot);
      else by_colour[t.colour_matters ? v.colour_of[lowest(v.slot[slot])] : 0].push_back(slot);
    }
    for (auto &group : by_colour)
      if (!group.empty()) out.alike.push_back(group);
    const bool odd = g_.seats.size() & 1;
    out.swap = t.colours_swap && odd && out.alike.size() == 2 && by_colour[0].empty() && !v.trump;
    out.swap = out.swap && out.alike[0].size() == out.alike[1].size();
  }

  u64 meta(const State<M> &s) const {
    u64 m = u64(s.leader) | u64(s.view) << 5 | u64(s.broken) << 6 | u64(s.stock_at) << 8;
    if (g_.t->needs_number) m |= u64(s.done) << 20;
    return m << 1;
  }

  static void absorb_word(u64 &a, u64 &b, u64 word) {
    a = mix(a ^ word, 0xe7037ed1a0b428dbULL);
    b = mix(b ^ (word + 0x8ebc6af09c88c6e3ULL), 0x589965cc75374cc3ULL);
  }
  static void absorb(u64 &a, u64 &b, u64 word) { absorb_word(a, b, word); }
  static void absorb(u64 &a, u64 &b, u128 word) {
    absorb_word(a, b, u64(word));
    absorb_word(a, b, u64(word >> 64));
  }

  void absorb_past(const State<M> &s, u64 &a, u64 &b) const {
    if (g_.goal->mode == EXACT) absorb_word(a, b, u64(std::uint32_t(s.so_far)) + 77);
    if (g_.goal->mode != TERMINAL && g_.t->jink < 0) return;
    u64 word = 1;
    for (int seat : g_.seats) {
      word = word << 7 | u64(std::uint16_t(s.taken[seat]) & 127);
      if (word >> 56) absorb_word(a, b, word), word = 1;
    }
    absorb_word(a, b, word);
    absorb_word(a, b, u64(s.go) << 1 | u64(s.robbed));
    if (g_.goal->counted.empty()) return;
    const View<M> &v = g_.views[s.view];
    for (int seat : g_.seats) {  // which counted cards these are, not only where
      absorb(a, b, s.won[seat]);
      absorb(a, b, M(s.hand[seat] & v.counted));
    }
  }

  void relative(const View<M> &v, const State<M> &s, u64 &a, u64 &b) const {
    const Groups &groups = views_[s.view];
    const M twins = v.has_twins ? live_twins(v, s.in_play) : M(0);
    for (int slot : groups.alone) absorb_word(a, b, suit_word(v, s, slot, twins));
    std::array<std::array<u64, 6>, 3> words;
    int number = 0;
    for (const auto &group : groups.alike) {
      auto &row = words[number++];
      int n = 0;
      for (int slot : group) row[n++] = suit_word(v, s, slot, twins);
      std::sort(row.begin(), row.begin() + n);
    }
    const int n0 = groups.alike.empty() ? 0 : int(groups.alike[0].size());
    if (groups.swap && std::lexicographical_compare(words[1].begin(), words[1].begin() + n0,
                                                    words[0].begin(), words[0].begin() + n0))
      std::swap(words[0], words[1]);
    for (int i = 0; i < number; ++i)
      for (std::size_t k = 0; k < groups.alike[i].size(); ++k) absorb_word(a, b, words[i][k]);
  }

  // One word for the cards of a suit that are in play: who holds them, from low to high. Rows of
  // bits, one for each holder but the last, one for twins, one for each plane.
  u64 suit_word(const View<M> &v, const State<M> &s, int slot, M twins) const {
    const M live = s.in_play & v.slot[slot];
    if (!live) return 1;
    const int length = count(live);
    const int holders = int(g_.seats.size()) + (stock_ ? 1 : 0);
    const bool doubles = (v.twin & v.slot[slot]) != 0;
    const int rows = holders - 1 + int(doubles) + int(v.planes.size());
    if (length > 63 || length * rows > 126) return long_word(v, s, live, twins);
    Rows row;
    int held = 0;
    for (int i = 0; i < holders - 1; ++i) {
      row[i] = u64(compress(s.hand[g_.seats[i]], live));
      held += row[i] != 0;
    }
    int n = holders - 1;
    const M last = (stock_ ? s.stock_left : s.hand[g_.seats.back()]) & live;
    const bool counts = irrelevant_ && held + (last != 0) <= 2;
    if (counts) {  // two seats hold the suit at most: only the numbers of their cards matter
      for (int i = 0; i < n; ++i) row[i] = below<u64>(std::popcount(row[i]));
      while (n < rows) row[n++] = 0;
    } else {
      if (doubles) row[n++] = u64(compress(twins, live));
      for (const M &plane : v.planes) row[n++] = u64(compress(plane, live));
    }
    const int mirrored = counts || !reversal_ ? -2 : doubles ? holders - 1 : -1;
    if (length * rows <= 62) return packed<u64>(row, n, length, mirrored);
    const u128 word = packed<u128>(row, n, length, mirrored);
    return mix(u64(word) ^ 0xa24baed4963ee407ULL, u64(word >> 64) | 1) | 1ULL << 63;
  }

  using Rows = std::array<u64, MAX_SEATS + 24>;

  // The rows in one word. `mirrored`: -2 as they are; else the lesser of them and their mirror
  // image, where the row of twins (which mark the lower of two) has that number.
  template <class W> static W packed(const Rows &row, int n, int length, int mirrored) {
    W word = 1;
    for (int i = 0; i < n; ++i) word = word << length | row[i];
    if (mirrored == -2) return word;
    W back = 1;
    for (int i = 0; i < n; ++i) {
      const u64 bits = reversed(row[i]) >> (64 - length);
      back = back << length | (i == mirrored ? bits >> 1 : bits);
    }
    return std::min(word, back);
  }

  static u64 reversed(u64 x) {
    x = (x >> 1 & 0x5555555555555555ULL) | (x & 0x5555555555555555ULL) << 1;
    x = (x >> 2 & 0x3333333333333333ULL) | (x & 0x3333333333333333ULL) << 2;
    x = (x >> 4 & 0x0f0f0f0f0f0f0f0fULL) | (x & 0x0f0f0f0f0f0f0f0fULL) << 4;
    return __builtin_bswap64(x);
  }

  u64 long_word(const View<M> &v, const State<M> &s, M live, M twins) const {
    u64 a = 1, b = u64(count(live));
    for (int seat : g_.seats) absorb(a, b, compress(s.hand[seat], live));
    if (stock_) absorb(a, b, compress(s.stock_left, live));
    if (v.has_twins) absorb(a, b, compress(twins, live));
    for (const M &plane : v.planes) absorb(a, b, compress(plane, live));
    return (a ^ mix(b, 0x8bb84b93962eacc9ULL)) | 1ULL << 63;
  }

  const Setting<M> &g_;
  const Options &o_;
  std::vector<Groups> views_;
  bool stock_ = false, exact_cards_ = false, reversal_ = false, irrelevant_ = false;
  bool middling_ = false;
};

}  // namespace foolproof

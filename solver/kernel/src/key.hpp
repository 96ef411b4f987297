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
    if (g_.goal->mode == TERMINAL || g_.t->jink >= 0) past(s, a, b);
    if (g_.goal->mode == EXACT) absorb_word(a, b, u64(std::uint32_t(s.so_far)) + 77);
    return Key{mix(a ^ b, 0xa0761d6478bd642fULL), std::uint16_t(mix(b, a | 1))};
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

  void past(const State<M> &s, u64 &a, u64 &b) const {
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

  // One word for the cards of a suit that are in play: who holds them, from low to high.
  u64 suit_word(const View<M> &v, const State<M> &s, int slot, M twins) const {
    const M live = s.in_play & v.slot[slot];
    if (!live) return 1;
    const int length = count(live);
    const int holders = int(g_.seats.size()) + (stock_ ? 1 : 0);
    const int rows = holders - 1 + int(v.planes.size()) + int(v.has_twins);
    if (length * rows > 62) return long_word(v, s, live, twins);
    std::array<u64, MAX_SEATS + 1 + 16> row;
    int held = 0, n = 0;
    for (int i = 0; i < holders - 1; ++i) {
      row[n] = fold(compress(s.hand[g_.seats[i]], live));
      held += row[n++] != 0;
    }
    const bool rest = ((stock_ ? s.stock_left : s.hand[g_.seats.back()]) & live) != 0;
    if (irrelevant_ && held + rest <= 2) return counts_word(row, n, length, rows);
    if (v.has_twins) row[n++] = fold(compress(twins, live));
    for (const M &plane : v.planes) row[n++] = fold(compress(plane, live));
    u64 word = 1;
    for (int i = 0; i < n; ++i) word = word << length | row[i];
    if (!reversal_) return word;
    u64 back = 1;
    for (int i = 0; i < n; ++i) back = back << length | reversed(row[i], length, i, holders);
    return std::min(word, back);
  }

  // The bits in reverse; the row of twins marks the lower of two, so it shifts by one.
  u64 reversed(u64 bits, int length, int row, int holders) const {
    u64 out = 0;
    for (int i = 0; i < length; ++i) out |= ((bits >> i) & 1) << (length - 1 - i);
    return g_.views[0].has_twins && row == holders - 1 ? out >> 1 : out;
  }

  // A suit that two seats hold at most: only the numbers of cards count.
  template <class Rows> u64 counts_word(const Rows &row, int n, int length, int rows) const {
    u64 word = 1;
    for (int i = 0; i < n; ++i) word = word << length | below<u64>(std::popcount(row[i]));
    return word << length * (rows - n);
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

// Partition search for middling tricks: a result is kept for all positions that share the ranks
// on which it rests.
//
// In each suit the cards in play stand in a row from low to high. A trick tells only that its
// winner lies above some cards and below others; a gap between two neighbours of the row stands
// for that. A result then holds in every position whose rows have the same owners between gaps, in
// whatever order, as a card there can be played for a card here. Two equal cards in a trick must
// stay equal (pairs), and where equal cards are about, unequal ones need a gap between them, which
// never parts two doubles. What is told is said of the cards in play when the trick was led.
#pragma once
#include "key.hpp"
#include "patterns.hpp"
#include "winner.hpp"

namespace foolproof {

// Gaps above these cards matter; these cards must be doubles of the next higher.
template <class M> struct Relevant {
  M gaps{}, pairs{};
  void operator|=(const Relevant &o) {
    gaps |= o.gaps;
    pairs |= o.pairs;
  }
};

// The cards of one hand that have failed to be good enough, with the gaps on which that rests. A
// card of the same suit with none of these gaps between, before those merged with it either, does
// as badly: it could take the other's place.
template <class M> class Failures {
 public:
  void add(int card, M gaps, int value) { list_[size_++] = {gaps, card, value}; }

  // The value of a failure that this card shares, or none.
  const int *of(int card, M suit, M live, M merged) const {
    for (int i = 0; i < size_; ++i) {
      if (!(suit & bit<M>(list_[i].card))) continue;
      int upto = card;
      for (M up = live & suit & above<M>(card); up & (~up + 1) & merged; up &= up - 1)
        upto = lowest(up);
      const M part = below<M>(std::max(upto, list_[i].card)) &
                     ~below<M>(std::min(card, list_[i].card));
      if (!(list_[i].gaps & part)) return &list_[i].value;
    }
    return nullptr;
  }

 private:
  struct Failure {
    M gaps;
    int card, value;
  };
  int size_ = 0;
  std::array<Failure, MAX_CARDS> list_;
};

template <class M> class Relevance {
 public:
  static constexpr int SUITS = 4, LONGEST = 16;

  // A position at the start of a trick: suits in an order of their own, as rows of 16 bits.
  struct Layout {
    struct Suit {
      M live{};
      int length = 0;
      bool mirrored = false;
    };
    std::array<Suit, SUITS> suit;
    u64 shape = 0, twins = 0;
    // Names of who holds how many of the cards up to each place: their sums name positions.
    std::array<u64, SUITS * LONGEST> below, below_too;
  };

  Relevance(const Setting<M> &g, const Options &o) : g_(g), v_(g.views[0]), on_(applies(g, o)) {
    swap_ = g.t->colours_swap && (g.seats.size() & 1);
  }

  bool on() const { return on_; }

  Layout layout(const State<M> &s, u64 past) const {
    std::array<Row, SUITS> rows;
    for (int slot = 0; slot < SUITS; ++slot) rows[slot] = row(s, s.in_play & v_.slot[slot]);
    sort(rows);
    Layout out;
    u64 h = past;
    for (int i = 0; i < SUITS; ++i) {
      out.suit[i] = rows[i].suit;
      h = mix(h ^ rows[i].counts, 0xe7037ed1a0b428dbULL);
      name_places(rows[i], i, out);
      out.twins |= u64(rows[i].twins) << (LONGEST * i);
    }
    for (int seat : g_.seats) h = h * 31 + u64(count(M(s.hand[seat] & v_.joker)));
    out.shape = mix(h, 0x589965cc75374cc3ULL);
    return out;
  }

  static bool fits(const Layout &l, const Pattern &p) {
    return !((l.twins & p.gaps) | (p.pairs & ~l.twins));
  }

  // The name of all positions of this shape that have the same owners between the gaps.
  u64 name(const Layout &l, const Pattern &p) const {
    u64 sum = l.shape ^ mix(p.gaps ^ 0x8ebc6af09c88c6e3ULL, 0xe7037ed1a0b428dbULL);
    sum += mix(p.pairs + 0xd6e8feb86659fd93ULL, l.shape | 1);
    for (u64 gaps = p.gaps; gaps; gaps &= gaps - 1) sum += l.below[lowest(gaps)];
    return mix(sum, 0xa0761d6478bd642fULL);
  }

  // The name and what it is checked with.
  Key key(const Layout &l, const Pattern &p, u64 name) const {
    u64 sum = p.gaps;
    for (u64 gaps = p.gaps; gaps; gaps &= gaps - 1) sum += l.below_too[lowest(gaps)];
    return Key{name, std::uint16_t(mix(sum, name | 1))};
  }

  Pattern pattern(const Layout &l, const Relevant<M> &r) const {
    return {gathered(l, r.gaps), gathered(l, r.pairs)};
  }

  Relevant<M> read(const Layout &l, const Pattern &p) const {
    return {scattered(l, p.gaps), scattered(l, p.pairs)};
  }

  // Carry over what the rest of the deal told to the cards in play before the trick.
  void widen(M live, Relevant<M> &r) const {
    if (!v_.has_twins) return;
    const M split = r.gaps & v_.twin & (live >> 1);
    r.gaps = (r.gaps ^ split) | (split << 1);
    for (M p = r.pairs; p; p &= p - 1) pin(live, lowest(p), r);
  }

  // Add what a complete trick tells; `suit` are its cards of the emergent suit, `alike` those that
  // might win as well as the one in the middle.
  void told(M live, M suit, M alike, Relevant<M> &r) const {
    const int n = count(suit);
    if (n < 3 || !(suit & ~alike)) return;
    if (!(v_.twin & v_.slot[v_.slot_of[lowest(suit)]])) {
      int from = n / 2, to = n / 2 + 1;
      while (from > 0 && (alike & bit<M>(nth(suit, from - 1)))) --from;
      while (to < n && (alike & bit<M>(nth(suit, to)))) ++to;
      if (from > 0) gap_below(live, nth(suit, from), r);
      if (to < n) gap_below(live, nth(suit, to), r);
      return;
    }
    for (M rest = suit, last = 0; rest; rest &= rest - 1) {
      const int card = lowest(rest);
      const M face = v_.face[card];
      if (face & last) pin(live, lowest(last), r);
      else if (last) gap_below(live, lowest(M(live & face)), r);
      last = bit<M>(card);
    }
  }

  // Cards of the emergent suit whose owners get as much for the trick as that of the middle one.
  M alike(const State<M> &s, M suit) const {
    std::array<int, MAX_CARDS> worth;
    for (int i = 0; i < s.trick_size; ++i)
      worth[s.trick_card[i]] = g_.goal->trick_value[s.trick_seat[i]];
    M out{};
    const int middle = nth(suit, count(suit) / 2);
    for (M rest = suit; rest; rest &= rest - 1)
      if (worth[lowest(rest)] == worth[middle]) out |= bit<M>(lowest(rest));
    return out;
  }

  // Merged moves lie side by side in one hand: a gap among them is one between any two of them.
  // `merged` are the cards that are treated like the next lower one in play.
  void close(M live, M merged, Relevant<M> &r) const {
    const M inside = compress(merged, live) >> 1;
    M gaps = compress(r.gaps, live) & inside;
    if (!gaps) return;
    for (M more = gaps;; gaps = more) {
      more = (gaps | gaps << 1 | gaps >> 1) & inside;
      if (more == gaps) break;
    }
    r.gaps |= expand(gaps, live);
  }

 private:
  struct Row {
    typename Layout::Suit suit;
    std::array<std::uint32_t, MAX_SEATS> owned{};
    std::uint32_t twins = 0;
    u64 counts = 0, order = 0;  // how many each holds; which, but for the direction
  };

  static bool applies(const Setting<M> &g, const Options &o) {
    const Tables &t = *g.t;
    const View<M> &v = g.views[0];
    bool suits = true, copies = false;
    for (int slot = 0; slot < SLOTS; ++slot)
      if (slot < SUITS) suits &= v.slot[slot] != 0 && count(v.slot[slot]) <= LONGEST;
      else if (slot != NO_SUIT) suits &= v.slot[slot] == 0;
    for (const M &face : v.copies) copies |= (face & ~v.joker) != 0;
    const bool ranks = t.winner == MIDDLING && t.reversible && t.equal != NONE && !t.names_ranks &&
                       v.planes.empty() && !g.points_matter && !v.trump && !v.fool;
    const bool events = g.views.size() > 1 || !g.stock.empty() || t.jink >= 0 || t.pam_ace >= 0 ||
                        t.face_down != NEVER || t.breaks >= 0 || g.general >= 0 ||
                        !g.goal->counted.empty() || !t.named.empty() || t.names_cards_at_first;
    return o.relevance && o.relative_ranks && o.table && suits && !copies && ranks && !events &&
           g.seats.size() > 3 && g.seats.size() <= 10;
  }

  int holders() const { return int(g_.seats.size()) - 1; }

  Row row(const State<M> &s, M live) const {
    Row x;
    const int n = x.suit.length = count(live);
    x.suit.live = live;
    u64 up = 1, down = 1;
    for (int j = 0; j < holders(); ++j) {
      const auto owned = std::uint32_t(compress(s.hand[g_.seats[j]], live));
      x.owned[j] = owned;
      x.counts = x.counts << 5 | u64(std::popcount(owned));
      up = mix(up ^ owned, 0xe7037ed1a0b428dbULL);
      down = mix(down ^ mirrored(owned, n), 0xe7037ed1a0b428dbULL);
    }
    x.counts = x.counts << 5 | u64(n);
    if (v_.has_twins) x.twins = std::uint32_t(compress(M(v_.twin & live & (s.in_play >> 1)), live));
    x.order = std::min(up, down);
    x.suit.mirrored = down < up;
    if (x.suit.mirrored) {
      for (int j = 0; j < holders(); ++j) x.owned[j] = mirrored(x.owned[j], n);
      x.twins = mirrored(x.twins, n) >> 1;
    }
    return x;
  }

  // Name the first i + 1 cards of a suit by owner, for every i but the last, which the shape tells.
  void name_places(const Row &row, int suit, Layout &out) const {
    u64 word = u64(suit + 1) << 60;
    for (int i = 0; i + 1 < row.suit.length; ++i) {
      for (int j = 0; j < holders(); ++j) word += u64(row.owned[j] >> i & 1) << (6 * j);
      const u128 product = u128(word + (u64(i) << 55)) * 0xe7037ed1a0b428dbULL;
      const u64 name = u64(product) ^ u64(product >> 64);
      out.below[LONGEST * suit + i] = mix(name, 0xa0761d6478bd642fULL);
      out.below_too[LONGEST * suit + i] = mix(name, 0x589965cc75374cc3ULL);
    }
  }

  // Suits of a colour may change places, and so may the colours.
  void sort(std::array<Row, SUITS> &r) const {
    const auto before = [](const Row &x, const Row &y) {
      return x.counts != y.counts ? x.counts < y.counts : x.order < y.order;
    };
    if (before(r[1], r[0])) std::swap(r[0], r[1]);
    if (before(r[3], r[2])) std::swap(r[2], r[3]);
    if (!swap_) return;
    const auto colour = [&](int i) {
      return std::tuple(r[i].counts, r[i + 1].counts, r[i].order, r[i + 1].order);
    };
    if (colour(2) < colour(0)) {
      std::swap(r[0], r[2]);
      std::swap(r[1], r[3]);
    }
  }

  static std::uint32_t mirrored(std::uint32_t x, int n) {
    if (!n) return 0;
    x = (x >> 1 & 0x55555555u) | (x & 0x55555555u) << 1;
    x = (x >> 2 & 0x33333333u) | (x & 0x33333333u) << 2;
    x = (x >> 4 & 0x0f0f0f0fu) | (x & 0x0f0f0f0fu) << 4;
    return __builtin_bswap32(x) >> (32 - n);
  }

  u64 gathered(const Layout &l, M set) const {
    u64 out = 0;
    for (int i = 0; i < SUITS; ++i) {
      const auto &x = l.suit[i];
      if (x.length < 2) continue;
      auto bits = std::uint32_t(compress(set, x.live)) & ((1u << (x.length - 1)) - 1);
      if (x.mirrored) bits = mirrored(bits, x.length) >> 1;
      out |= u64(bits) << (LONGEST * i);
    }
    return out;
  }

  M scattered(const Layout &l, u64 set) const {
    M out{};
    for (int i = 0; i < SUITS; ++i) {
      const auto &x = l.suit[i];
      auto bits = std::uint32_t(set >> (LONGEST * i) & 0xffff);
      if (!bits) continue;
      if (x.mirrored) bits = mirrored(bits, x.length) >> 1;
      out |= expand(M(bits), x.live);
    }
    return out;
  }

  void pin(M live, int card, Relevant<M> &r) const {
    r.pairs |= bit<M>(card);
    r.gaps |= bit<M>(card + 1);
    gap_below(live, card, r);
  }

  // The gap is put right below the upper card: never inside its player's merged moves.
  void gap_below(M live, int card, Relevant<M> &r) const {
    const M under = live & v_.slot[v_.slot_of[card]] & below<M>(card);
    if (under) r.gaps |= bit<M>(highest(under));
  }

  const Setting<M> &g_;
  const View<M> &v_;
  bool on_ = false, swap_ = false;
};

}  // namespace foolproof

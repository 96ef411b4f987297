#include "table.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <new>
#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace plain {
namespace {

void* reserve(std::size_t bytes) {
    // Zeroed pages that cost nothing until they are touched.
#if defined(__linux__)
    void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    madvise(memory, bytes, MADV_HUGEPAGE);
    return memory;
#else
    void* memory = std::calloc(bytes, 1);
    if (!memory) throw std::bad_alloc();
    return memory;
#endif
}

void release(void* memory, std::size_t bytes) {
#if defined(__linux__)
    munmap(memory, bytes);
#else
    (void)bytes;
    std::free(memory);
#endif
}

}  // namespace

Table::Table(std::size_t bytes, std::size_t first_slots)
    : bytes_(std::max<std::size_t>(bytes, std::size_t{1} << 14)), first_slots_(first_slots) {
    // About an eighth of the memory for slots (all sizes), the rest for patterns.
    slot_limit_ = std::bit_floor(bytes_ / 16 / sizeof(Slot));
    area_ = static_cast<Slot*>(reserve(2 * slot_limit_ * sizeof(Slot)));
    arena_words_ = (bytes_ - 2 * slot_limit_ * sizeof(Slot)) / sizeof(u64);
    arena_ = static_cast<u64*>(reserve(arena_words_ * sizeof(u64)));
    generation_ = 0;
    clear();
}

Table::~Table() {
    release(area_, 2 * slot_limit_ * sizeof(Slot));
    release(arena_, arena_words_ * sizeof(u64));
}

void Table::clear() {
    if (++generation_ == 0) {
        // Only the sizes that were in use since the last time can hold old slots.
        std::memset(static_cast<void*>(area_), 0, 2 * peak_ * sizeof(Slot));
        generation_ = 1;
        peak_ = 0;
    }
    slot_count_ = std::min(first_slots_, slot_limit_);
    peak_ = std::max(peak_, slot_count_);
    slots_ = area_ + slot_count_;
    shift_ = 64 - std::countr_zero(slot_count_);
    slots_used_ = 0;
    arena_used_ = 8;
    std::memset(free_, 0, sizeof free_);
}

bool Table::grow() {
    if (slot_count_ == slot_limit_) return false;
    const Slot* old = slots_;
    const std::size_t old_count = slot_count_;
    slot_count_ *= 2;
    peak_ = std::max(peak_, slot_count_);
    slots_ = area_ + slot_count_;
    --shift_;
    for (std::size_t i = 0; i < old_count; ++i) {
        if (old[i].list.tag != generation_) continue;
        std::size_t at = home(old[i].key);
        while (slots_[at].list.tag == generation_) at = (at + 1) & (slot_count_ - 1);
        slots_[at] = old[i];
    }
    return true;
}

const Table::Slot* Table::find(u64 key) const {
    for (std::size_t i = home(key);; i = (i + 1) & (slot_count_ - 1)) {
        const Slot& slot = slots_[i];
        if (slot.list.tag != generation_) return nullptr;
        if (slot.key == key) return &slot;
    }
}

Table::Slot* Table::find_or_add(u64 key) {
    for (std::size_t i = home(key);; i = (i + 1) & (slot_count_ - 1)) {
        Slot& slot = slots_[i];
        if (slot.list.tag != generation_) {
            if (slots_used_ * 2 >= slot_count_) {
                if (grow()) return find_or_add(key);
                if (slots_used_ * 4 >= slot_count_ * 3) return nullptr;
            }
            ++slots_used_;
            slot = {key, {0, 0, 0, 0, generation_}};
            return &slot;
        }
        if (slot.key == key) return &slot;
    }
}

u32 Table::allocate(bool wide, int log_capacity) {
    u32& head = free_[wide][log_capacity];
    if (head) {
        const u32 offset = head;
        head = static_cast<u32>(arena_[offset]);
        return offset;
    }
    const std::size_t words = block_words(wide, log_capacity);
    if (arena_used_ + words > arena_words_) return 0;
    const u32 offset = static_cast<u32>(arena_used_);
    arena_used_ += words;
    return offset;
}

namespace {

inline bool decides(Bounds bounds, int need) { return bounds.lower >= need || bounds.upper < need; }

// What the patterns of a list decide at best: the highest lower and the lowest upper bound.
inline u8 with_bounds(u8 best, Bounds bounds) {
    const int lower = std::max<int>(best >> 4, bounds.lower), upper = std::min<int>(best & 15, bounds.upper);
    return static_cast<u8>(lower << 4 | upper);
}
inline bool may_decide(u8 best, int need) { return best >> 4 >= need || (best & 15) < need; }
constexpr u8 kDecidesNothing = 15;

// The patterns of a leaf: the words of the owners, the cards fixed, bounds.
template <class Word>
struct Leaf {
    Word* low;
    Word* high;
    Word* fixed;
    Bounds* bounds;

    Leaf(u64* block, int log_capacity)
        : low(reinterpret_cast<Word*>(block)), high(low + (1 << log_capacity)),
          fixed(high + (1 << log_capacity)),
          bounds(reinterpret_cast<Bounds*>(fixed + (1 << log_capacity))) {}
    Owners owners(int i) const { return {low[i], high[i]}; }
    void set(int i, const Owners& owners, u64 cards, Bounds known) const {
        low[i] = static_cast<Word>(owners.low);
        high[i] = static_cast<Word>(owners.high);
        fixed[i] = static_cast<Word>(cards);
        bounds[i] = known;
    }
};

#if defined(__AVX2__)
inline __m256i load(const void* p) { return _mm256_loadu_si256(static_cast<const __m256i*>(p)); }
inline __m256i all_words(u32 word) { return _mm256_set1_epi32(static_cast<int>(word)); }
inline __m256i all_words(u64 word) { return _mm256_set1_epi64x(static_cast<long long>(word)); }
inline unsigned zeros(__m256i words, u32) {
    const __m256i zero = _mm256_cmpeq_epi32(words, _mm256_setzero_si256());
    return static_cast<unsigned>(_mm256_movemask_ps(_mm256_castsi256_ps(zero)));
}
inline unsigned zeros(__m256i words, u64) {
    const __m256i zero = _mm256_cmpeq_epi64(words, _mm256_setzero_si256());
    return static_cast<unsigned>(_mm256_movemask_pd(_mm256_castsi256_pd(zero)));
}
#else
inline u32 all_words(u32 word) { return word; }
inline u64 all_words(u64 word) { return word; }
#endif

// Calls visit(index) for the patterns whose difference is nothing.
template <class Word, class Differ, class Visit>
inline void each(const Leaf<Word>& leaf, int size, Differ&& differ, Visit&& visit) {
#if defined(__AVX2__)
    constexpr int kStep = 32 / sizeof(Word);
    for (int i = 0; i < size; i += kStep) {
        unsigned hits = zeros(differ(load(leaf.low + i), load(leaf.high + i), load(leaf.fixed + i)), Word{});
        if (size - i < kStep) hits &= (1u << (size - i)) - 1;
        for (; hits; hits &= hits - 1) visit(i + std::countr_zero(hits));
    }
#else
    for (int i = 0; i < size; ++i)
        if (!differ(leaf.low[i], leaf.high[i], leaf.fixed[i])) visit(i);
#endif
}

}  // namespace

template <class Word>
int Table::probe_list(List list, const Owners& position, int need, u64& fixed, u8& hint) const {
    const auto low = all_words(static_cast<Word>(position.low));
    const auto high = all_words(static_cast<Word>(position.high));
    const auto fits = [&](auto l, auto h, auto cards) { return ((l ^ low) | (h ^ high)) & cards; };
    const List* waiting[kMostCards];
    int depth = 0;
    u8 fitting = 0;
    while (true) {
        while (list.split) {
            // General patterns first: what depends on fewer cards holds in more places.
            const List* part = parts(list);
            const List* owned = &part[position.at(list.split - 1)];
            const bool in_open = may_decide(part[kOpen].tag, need), in_owned = may_decide(owned->tag, need);
            if (in_open && in_owned) waiting[depth++] = owned;
            list = in_open ? part[kOpen] : in_owned ? *owned : List{};
        }
        const Leaf<Word> leaf(arena_ + list.offset, list.log_capacity);
        int found = -1, fewest = 99;
        each(leaf, list.size, fits, [&](int i) {
            const Bounds known = leaf.bounds[i];
            const int cards = count(leaf.fixed[i]);
            if (decides(known, need)) {
                if (cards < fewest) found = i, fewest = cards;
            } else if (known.best) {
                fitting = known.best;
            }
        });
        if (found >= 0) {
            fixed = leaf.fixed[found];
            return leaf.bounds[found].lower >= need ? 1 : -1;
        }
        if (!depth) {
            for (int i = list.size - 1; !fitting && i >= 0 && i >= list.size - 8; --i)
                fitting = leaf.bounds[i].best;
            hint = fitting;
            return 0;
        }
        list = *waiting[--depth];
    }
}

int Table::probe(u64 key, const Owners& position, bool wide, int need, u64& fixed, u8& hint) const {
    const Slot* slot = find(key);
    if (!slot) return 0;
    return wide ? probe_list<u64>(slot->list, position, need, fixed, hint)
                : probe_list<u32>(slot->list, position, need, fixed, hint);
}

template <class Word>
void Table::free_leaf(const List& list) {
    u32& head = free_[sizeof(Word) == 8][list.log_capacity];
    arena_[list.offset] = head;
    head = list.offset;
}

template <class Word>
bool Table::append(List& list, const Owners& owners, u64 fixed, Bounds bounds) {
    if (!list.offset || list.size == 1 << list.log_capacity) {
        const int log_capacity = list.offset ? list.log_capacity + 1 : kMinLog;
        const u32 offset = allocate(sizeof(Word) == 8, log_capacity);
        if (!offset) return false;
        const Leaf<Word> old(arena_ + list.offset, list.log_capacity);
        const Leaf<Word> grown(arena_ + offset, log_capacity);
        for (int i = 0; i < list.size; ++i) grown.set(i, old.owners(i), old.fixed[i], old.bounds[i]);
        if (list.offset) free_leaf<Word>(list);
        list.offset = offset;
        list.log_capacity = static_cast<u8>(log_capacity);
    }
    Leaf<Word>(arena_ + list.offset, list.log_capacity).set(list.size++, owners, fixed, bounds);
    return true;
}

// Splits a leaf by the owner of the card that leaves least to look at, if its patterns are
// typical of the positions to come.
template <class Word>
bool Table::split(List& list) {
    const Leaf<Word> leaf(arena_ + list.offset, list.log_capacity);
    const auto part_of = [&](int i, int card) {
        return leaf.fixed[i] >> card & 1 ? static_cast<int>(leaf.owners(i).at(card)) : kOpen;
    };
    int best = 0;
    double least = 1e9;
    for (int card = 0; card < std::numeric_limits<Word>::digits; ++card) {
        int numbers[kParts] = {};
        for (int i = 0; i < list.size; ++i) ++numbers[part_of(i, card)];
        if (*std::max_element(numbers, numbers + kParts) == list.size) continue;
        const double open = numbers[kOpen], fixed = list.size - open;
        double looked_at = open;
        for (int seat = 0; seat < kSeats; ++seat) looked_at += numbers[seat] * numbers[seat] / fixed;
        if (looked_at < least) least = looked_at, best = card;
    }
    if (arena_used_ + kPartWords > arena_words_) return false;
    const u32 offset = static_cast<u32>(arena_used_);
    arena_used_ += kPartWords;
    List* part = reinterpret_cast<List*>(arena_ + offset);
    for (int i = 0; i < kParts; ++i) part[i] = {0, 0, 0, 0, kDecidesNothing};
    for (int i = 0; i < list.size; ++i) {
        List& to = part[part_of(i, best)];
        if (!append<Word>(to, leaf.owners(i), leaf.fixed[i], leaf.bounds[i])) return false;
        to.tag = with_bounds(to.tag, leaf.bounds[i]);
    }
    free_leaf<Word>(list);
    list.offset = offset;
    list.split = static_cast<u8>(best + 1);
    return true;
}

template <class Word>
bool Table::store_in(List* list, const Owners& position, u64 fixed, Bounds bounds) {
    const auto cards = all_words(static_cast<Word>(fixed));
    const auto low = all_words(static_cast<Word>(position.low));
    const auto high = all_words(static_cast<Word>(position.high));
    const auto special = [&](auto l, auto h, auto c) { return ((l ^ low) | (h ^ high) | ~c) & cards; };
    while (true) {
        while (list->split) {
            const int card = list->split - 1;
            list = &parts(*list)[fixed >> card & 1 ? position.at(card) : kOpen];
            list->tag = with_bounds(list->tag, bounds);
        }
        // Special cases that say no more go; the same pattern goes after its bounds are taken over.
        const Leaf<Word> leaf(arena_ + list->offset, list->log_capacity);
        u64 useless = 0;
        each(leaf, list->size, special, [&](int i) {
            const Bounds known = leaf.bounds[i];
            if (leaf.fixed[i] == fixed) {
                bounds.lower = std::max(known.lower, bounds.lower);
                bounds.upper = std::min(known.upper, bounds.upper);
                if (!bounds.best) bounds.best = known.best;
            } else if (known.lower > bounds.lower || known.upper < bounds.upper) {
                return;
            }
            useless |= 1ull << i;
        });
        for (; useless; useless ^= 1ull << highest_index(useless)) {
            const int i = highest_index(useless), last = --list->size;
            leaf.set(i, leaf.owners(last), leaf.fixed[last], leaf.bounds[last]);
        }
        if (list->size < 1 << kMaxLog) return append<Word>(*list, position, fixed, bounds);
        if (!split<Word>(*list)) return false;
    }
}

void Table::store(u64 key, const Owners& position, u64 fixed, bool wide, Bounds bounds) {
    const auto kept = [&] {
        Slot* slot = find_or_add(key);
        return slot && (wide ? store_in<u64>(&slot->list, position, fixed, bounds)
                             : store_in<u32>(&slot->list, position, fixed, bounds));
    };
    ++stored;
    if (kept()) return;
    ++clears;
    clear();
    kept();
}

}  // namespace plain

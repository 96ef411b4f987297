#include "table.hpp"

#include <algorithm>
#include <cstdlib>
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

Table::Table(std::size_t bytes) : bytes_(std::max<std::size_t>(bytes, std::size_t{1} << 14)) {
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
    slot_count_ = std::min(kFirstSlots, slot_limit_);
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

// The owner of the card at a place of the owner words, two bits.
inline unsigned owner_at(const Pattern& words, int place) {
    return static_cast<unsigned>(words.word[place >> 5] >> (2 * (place & 31))) & 3;
}

// The patterns of a leaf: owners and masks of one word or two each, then bounds.
template <bool Wide>
struct Leaf {
    static constexpr int kWords = Wide ? 2 : 1;
    u64* block;
    int capacity;

    u64* owners(int word) const { return block + word * capacity; }
    u64* masks(int word) const { return block + (kWords + word) * capacity; }
    Bounds& bounds(int i) const { return reinterpret_cast<Bounds*>(block + 2 * kWords * capacity)[i]; }
    Pattern owner(int i) const { return {{owners(0)[i], Wide ? owners(1)[i] : 0}}; }
    Pattern mask(int i) const { return {{masks(0)[i], Wide ? masks(1)[i] : 0}}; }
    void set(int i, const Pattern& owner, const Pattern& mask, Bounds known) const {
        for (int word = 0; word < kWords; ++word) {
            owners(word)[i] = owner.word[word];
            masks(word)[i] = mask.word[word];
        }
        bounds(i) = known;
    }
};

// Index of the first pattern at or after `from` without a difference.
template <bool Wide, class Differ>
inline int next(const Leaf<Wide>& leaf, int size, int from, Differ&& differ) {
#if defined(__AVX2__)
    for (int i = from & ~3; i < size; i += 4) {
        auto load = [i](const u64* p) { return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p + i)); };
        __m256i differs = differ(0, load(leaf.owners(0)), load(leaf.masks(0)));
        if constexpr (Wide) differs |= differ(1, load(leaf.owners(1)), load(leaf.masks(1)));
        const __m256i same = _mm256_cmpeq_epi64(differs, _mm256_setzero_si256());
        unsigned hits = static_cast<unsigned>(_mm256_movemask_pd(_mm256_castsi256_pd(same)));
        if (i < from) hits &= ~0u << (from - i);
        if (hits) return std::min(i + std::countr_zero(hits), size);
    }
    return size;
#else
    for (int i = from; i < size; ++i) {
        u64 differs = differ(0, leaf.owners(0)[i], leaf.masks(0)[i]);
        if constexpr (Wide) differs |= differ(1, leaf.owners(1)[i], leaf.masks(1)[i]);
        if (!differs) return i;
    }
    return size;
#endif
}

// Patterns that fit a position.
inline auto fits(const Pattern& position) {
    return [&](int word, auto owner, auto mask) {
        return (owner ^ static_cast<long long>(position.word[word])) & mask;
    };
}

// Patterns that are the same as another one or a special case of it.
inline auto within(const Pattern& general, const Pattern& fixed) {
    return [&](int word, auto owner, auto mask) {
        const auto cards = static_cast<long long>(fixed.word[word]);
        return ((owner ^ static_cast<long long>(general.word[word])) | ~mask) & cards;
    };
}

}  // namespace

template <bool Wide>
int Table::probe_list(List list, const Pattern& position, int need, Pattern& mask, u8& hint) const {
    const List* waiting[kMostCards];
    int depth = 0;
    u8 fitting = 0;
    while (true) {
        while (list.split) {
            // General patterns first: what depends on fewer cards holds in more places.
            const List* part = parts(list);
            const List* owned = &part[owner_at(position, list.split - 1)];
            const bool in_open = may_decide(part[kOpen].tag, need), in_owned = may_decide(owned->tag, need);
            if (in_open && in_owned) waiting[depth++] = owned;
            list = in_open ? part[kOpen] : in_owned ? *owned : List{};
        }
        const Leaf<Wide> leaf{arena_ + list.offset, 1 << list.log_capacity};
        int found = -1, fewest = 0;
        for (int i = 0; (i = next(leaf, list.size, i, fits(position))) < list.size; ++i) {
            if (!decides(leaf.bounds(i), need)) {
                if (leaf.bounds(i).best) fitting = leaf.bounds(i).best;
                continue;
            }
            const Pattern fixed = leaf.mask(i);
            const int cards = count(fixed.word[0]) + (Wide ? count(fixed.word[1]) : 0);
            if (found < 0 || cards < fewest) found = i, fewest = cards, mask = fixed;
        }
        if (found >= 0) return leaf.bounds(found).lower >= need ? 1 : -1;
        if (!depth) {
            for (int i = list.size - 1; !fitting && i >= 0 && i >= list.size - 8; --i)
                fitting = leaf.bounds(i).best;
            hint = fitting;
            return 0;
        }
        list = *waiting[--depth];
    }
}

int Table::probe(u64 key, const Pattern& position, bool wide, int need, Pattern& mask,
                 u8& hint) const {
    const Slot* slot = find(key);
    if (!slot) return 0;
    return wide ? probe_list<true>(slot->list, position, need, mask, hint)
                : probe_list<false>(slot->list, position, need, mask, hint);
}

template <bool Wide>
void Table::free_leaf(const List& list) {
    arena_[list.offset] = free_[Wide][list.log_capacity];
    free_[Wide][list.log_capacity] = list.offset;
}

template <bool Wide>
bool Table::append(List& list, const Pattern& owner, const Pattern& mask, Bounds bounds) {
    if (!list.offset || list.size == 1 << list.log_capacity) {
        const int log_capacity = list.offset ? list.log_capacity + 1 : kMinLog;
        const u32 offset = allocate(Wide, log_capacity);
        if (!offset) return false;
        const Leaf<Wide> old{arena_ + list.offset, 1 << list.log_capacity};
        const Leaf<Wide> grown{arena_ + offset, 1 << log_capacity};
        for (int i = 0; i < list.size; ++i) grown.set(i, old.owner(i), old.mask(i), old.bounds(i));
        if (list.offset) free_leaf<Wide>(list);
        list.offset = offset;
        list.log_capacity = static_cast<u8>(log_capacity);
    }
    const Leaf<Wide> leaf{arena_ + list.offset, 1 << list.log_capacity};
    leaf.set(list.size++, owner, mask, bounds);
    return true;
}

// Splits a leaf by the owner of the card that leaves least to look at, if its patterns are
// typical of the positions to come.
template <bool Wide>
bool Table::split(List& list) {
    const Leaf<Wide> leaf{arena_ + list.offset, 1 << list.log_capacity};
    int best = 0;
    double least = 1e9;
    for (int place = 0; place < 32 * Leaf<Wide>::kWords; ++place) {
        int numbers[kParts] = {};
        for (int i = 0; i < list.size; ++i)
            ++numbers[owner_at(leaf.mask(i), place) ? owner_at(leaf.owner(i), place) : kOpen];
        if (*std::max_element(numbers, numbers + kParts) == list.size) continue;
        const double open = numbers[kOpen], fixed = list.size - open;
        double looked_at = open;
        for (int seat = 0; seat < kSeats; ++seat) looked_at += numbers[seat] * numbers[seat] / fixed;
        if (looked_at < least) least = looked_at, best = place;
    }
    if (arena_used_ + kParts > arena_words_) return false;
    const u32 offset = static_cast<u32>(arena_used_);
    arena_used_ += kParts;
    List* part = reinterpret_cast<List*>(arena_ + offset);
    for (int i = 0; i < kParts; ++i) part[i] = {0, 0, 0, 0, kDecidesNothing};
    for (int i = 0; i < list.size; ++i) {
        List& to = part[owner_at(leaf.mask(i), best) ? owner_at(leaf.owner(i), best) : kOpen];
        if (!append<Wide>(to, leaf.owner(i), leaf.mask(i), leaf.bounds(i))) return false;
        to.tag = with_bounds(to.tag, leaf.bounds(i));
    }
    free_leaf<Wide>(list);
    list.offset = offset;
    list.split = static_cast<u8>(best + 1);
    return true;
}

template <bool Wide>
bool Table::store_in(List* list, const Pattern& owner, const Pattern& mask, Bounds bounds) {
    while (true) {
        while (list->split) {
            const int place = list->split - 1;
            list = &parts(*list)[owner_at(mask, place) ? owner_at(owner, place) : kOpen];
            list->tag = with_bounds(list->tag, bounds);
        }
        // Special cases that say no more go; the same pattern goes after its bounds are taken over.
        const Leaf<Wide> leaf{arena_ + list->offset, 1 << list->log_capacity};
        for (int i = 0; (i = next(leaf, list->size, i, within(owner, mask))) < list->size;) {
            const Bounds known = leaf.bounds(i);
            const Pattern fixed = leaf.mask(i);
            if (fixed.word[0] == mask.word[0] && fixed.word[1] == mask.word[1]) {
                bounds.lower = std::max(known.lower, bounds.lower);
                bounds.upper = std::min(known.upper, bounds.upper);
                if (!bounds.best) bounds.best = known.best;
            } else if (known.lower > bounds.lower || known.upper < bounds.upper) {
                ++i;
                continue;
            }
            --list->size;
            leaf.set(i, leaf.owner(list->size), leaf.mask(list->size), leaf.bounds(list->size));
        }
        if (list->size < 1 << kMaxLog) return append<Wide>(*list, owner, mask, bounds);
        if (!split<Wide>(*list)) return false;
    }
}

void Table::store(u64 key, const Pattern& position, const Pattern& mask, bool wide, Bounds bounds) {
    const Pattern owner{{position.word[0] & mask.word[0], position.word[1] & mask.word[1]}};
    const auto kept = [&] {
        Slot* slot = find_or_add(key);
        return slot && (wide ? store_in<true>(&slot->list, owner, mask, bounds)
                             : store_in<false>(&slot->list, owner, mask, bounds));
    };
    ++stored;
    if (kept()) return;
    ++clears;
    clear();
    kept();
}

}  // namespace plain

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
        if (old[i].generation != generation_) continue;
        std::size_t at = home(old[i].key);
        while (slots_[at].generation == generation_) at = (at + 1) & (slot_count_ - 1);
        slots_[at] = old[i];
    }
    return true;
}

const Table::Slot* Table::find(u64 key) const {
    for (std::size_t i = home(key);; i = (i + 1) & (slot_count_ - 1)) {
        const Slot& slot = slots_[i];
        if (slot.generation != generation_) return nullptr;
        if (slot.key == key) return &slot;
    }
}

Table::Slot* Table::find_or_add(u64 key) {
    for (std::size_t i = home(key);; i = (i + 1) & (slot_count_ - 1)) {
        Slot& slot = slots_[i];
        if (slot.generation != generation_) {
            if (slots_used_ * 2 >= slot_count_) {
                if (grow()) return find_or_add(key);
                if (slots_used_ * 4 >= slot_count_ * 3) return nullptr;
            }
            ++slots_used_;
            slot = {key, 0, 0, 0, generation_};
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

// Index of the first pattern at or after `from` that fits the position.
template <bool Wide>
inline int next_fit(const u64* block, int capacity, int size, const Pattern& position, int from) {
    const u64* masks = block + (Wide ? 2 : 1) * capacity;
#if defined(__AVX2__)
    const __m256i first = _mm256_set1_epi64x(static_cast<long long>(position.word[0]));
    const __m256i second = _mm256_set1_epi64x(static_cast<long long>(position.word[1]));
    for (int i = from & ~3; i < size; i += 4) {
        auto load = [](const u64* p) { return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p)); };
        __m256i differ = _mm256_and_si256(_mm256_xor_si256(first, load(block + i)), load(masks + i));
        if constexpr (Wide)
            differ = _mm256_or_si256(
                differ, _mm256_and_si256(_mm256_xor_si256(second, load(block + capacity + i)),
                                         load(masks + capacity + i)));
        const __m256i same = _mm256_cmpeq_epi64(differ, _mm256_setzero_si256());
        unsigned hits = static_cast<unsigned>(_mm256_movemask_pd(_mm256_castsi256_pd(same)));
        if (i < from) hits &= ~0u << (from - i);
        if (hits) {
            const int at = i + std::countr_zero(hits);
            return at < size ? at : size;
        }
    }
    return size;
#else
    for (int i = from; i < size; ++i) {
        u64 differ = (position.word[0] ^ block[i]) & masks[i];
        if constexpr (Wide) differ |= (position.word[1] ^ block[capacity + i]) & masks[capacity + i];
        if (!differ) return i;
    }
    return size;
#endif
}

template <bool Wide>
inline int probe_block(const u64* block, int capacity, int size, const Pattern& position, int need,
                       Pattern& mask, u8& hint) {
    const auto* bounds = reinterpret_cast<const Bounds*>(block + (Wide ? 4 : 2) * capacity);
    u8 fitting = 0;
    for (int i = 0; (i = next_fit<Wide>(block, capacity, size, position, i)) < size; ++i) {
        if (!decides(bounds[i], need)) {
            if (bounds[i].best) fitting = bounds[i].best;
            continue;
        }
        const u64* masks = block + (Wide ? 2 : 1) * capacity;
        mask.word[0] = masks[i];
        mask.word[1] = Wide ? masks[capacity + i] : 0;
        return bounds[i].lower >= need ? 1 : -1;
    }
    for (int i = size - 1; !fitting && i >= 0 && i >= size - 8; --i) fitting = bounds[i].best;
    hint = fitting;
    return 0;
}

}  // namespace

int Table::probe(u64 key, const Pattern& position, bool wide, int need, Pattern& mask,
                 u8& hint) const {
    const Slot* slot = find(key);
    if (!slot || !slot->size) return 0;
    const u64* block = arena_ + slot->offset;
    const int capacity = 1 << slot->log_capacity;
    return wide ? probe_block<true>(block, capacity, slot->size, position, need, mask, hint)
                : probe_block<false>(block, capacity, slot->size, position, need, mask, hint);
}

void Table::store(u64 key, const Pattern& position, const Pattern& mask, bool wide, Bounds bounds) {
    Slot* slot = find_or_add(key);
    if (!slot) {
        ++clears;
        clear();
        slot = find_or_add(key);
    }
    const Pattern kept{{position.word[0] & mask.word[0], position.word[1] & mask.word[1]}};
    const int width = wide ? 2 : 1;
    int capacity = 1 << slot->log_capacity;
    u64* block = arena_ + slot->offset;
    for (int i = 0; i < slot->size; ++i) {
        bool same = block[i] == kept.word[0] && block[width * capacity + i] == mask.word[0];
        if (wide)
            same = same && block[capacity + i] == kept.word[1] &&
                   block[3 * capacity + i] == mask.word[1];
        if (!same) continue;
        auto* known = reinterpret_cast<Bounds*>(block + 2 * width * capacity) + i;
        known->lower = std::max(known->lower, bounds.lower);
        known->upper = std::min(known->upper, bounds.upper);
        if (bounds.best) known->best = bounds.best;
        return;
    }
    // The longest list there is forgets its newer half.
    if (slot->size == capacity && slot->log_capacity == kMaxLog) slot->size = static_cast<u16>(capacity / 2);
    if (slot->size == 0 || slot->size == capacity) {
        const int log_capacity = slot->size == 0 ? 2 : slot->log_capacity + 1;
        const u32 offset = allocate(wide, log_capacity);
        if (!offset) {
            ++clears;
            clear();
            store(key, position, mask, wide, bounds);
            return;
        }
        u64* grown = arena_ + offset;
        const int more = 1 << log_capacity;
        if (slot->size) {
            for (int part = 0; part < 2 * width; ++part)
                std::memcpy(grown + part * more, block + part * capacity, slot->size * sizeof(u64));
            std::memcpy(grown + 2 * width * more, block + 2 * width * capacity,
                        slot->size * sizeof(Bounds));
            arena_[slot->offset] = free_[wide][slot->log_capacity];
            free_[wide][slot->log_capacity] = slot->offset;
        }
        slot->offset = offset;
        slot->log_capacity = static_cast<u8>(log_capacity);
        block = grown;
        capacity = more;
    }
    ++stored;
    const int at = slot->size++;
    block[at] = kept.word[0];
    block[width * capacity + at] = mask.word[0];
    if (wide) {
        block[capacity + at] = kept.word[1];
        block[3 * capacity + at] = mask.word[1];
    }
    reinterpret_cast<Bounds*>(block + 2 * width * capacity)[at] = bounds;
}

}  // namespace plain

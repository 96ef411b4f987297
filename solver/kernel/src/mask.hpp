// Card sets: one bit per card, 64 or 128 wide. Everything the search does to sets is here.
#pragma once
#include <bit>
#include <cstdint>
#if defined(__BMI2__)
#include <immintrin.h>
#endif

namespace foolproof {

using u64 = std::uint64_t;
using u128 = unsigned __int128;

inline int count(u64 m) { return std::popcount(m); }
inline int count(u128 m) { return std::popcount(u64(m)) + std::popcount(u64(m >> 64)); }
inline int lowest(u64 m) { return std::countr_zero(m); }
inline int lowest(u128 m) { return u64(m) ? lowest(u64(m)) : 64 + lowest(u64(m >> 64)); }
inline int highest(u64 m) { return 63 - std::countl_zero(m); }
inline int highest(u128 m) {
  const u64 high = u64(m >> 64);
  return high ? 64 + highest(high) : highest(u64(m));
}

template <class M> inline M bit(int i) { return M(1) << i; }
template <class M> inline M below(int i) { return bit<M>(i) - 1; }                 // cards under i
template <class M> inline M above(int i) { return ~(below<M>(i) | bit<M>(i)); }    // cards over i

// Gather the bits of `value` that lie in `mask` into the low end.
inline u64 compress(u64 value, u64 mask) {
#if defined(__BMI2__)
  return _pext_u64(value, mask);
#else
  u64 out = 0;
  for (int i = 0; mask; mask &= mask - 1, ++i)
    out |= u64((value >> lowest(mask)) & 1) << i;
  return out;
#endif
}
inline u128 compress(u128 value, u128 mask) {
  const u64 low = compress(u64(value), u64(mask));
  const u64 high = compress(u64(value >> 64), u64(mask >> 64));
  return u128(low) | (u128(high) << std::popcount(u64(mask)));
}

// The inverse: spread the low bits of `value` over the members of `mask`.
inline u64 expand(u64 value, u64 mask) {
#if defined(__BMI2__)
  return _pdep_u64(value, mask);
#else
  u64 out = 0;
  for (; mask; mask &= mask - 1, value >>= 1)
    if (value & 1) out |= mask & (~mask + 1);
  return out;
#endif
}
inline u128 expand(u128 value, u128 mask) {
  const int low = std::popcount(u64(mask));
  const u64 above = low == 64 ? u64(value >> 64) : u64(value >> low);
  return u128(expand(u64(value), u64(mask))) | (u128(expand(above, u64(mask >> 64))) << 64);
}

// The i-th lowest member of a set.
template <class M> inline int nth(M set, int i) {
  while (i-- > 0) set &= set - 1;
  return lowest(set);
}

// Multiply and fold: the one mixing step of all hashes.
inline u64 mix(u64 a, u64 b) {
  const u128 product = u128(a) * b;
  return u64(product) ^ u64(product >> 64);
}
inline u64 fold(u64 m) { return m; }
inline u64 fold(u128 m) { return u64(m) ^ mix(u64(m >> 64) | 1, 0x9e3779b97f4a7c15ULL); }

}  // namespace foolproof

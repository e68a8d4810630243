#include "as-driver.h"
#include "harness.h"
struct Index { uint32_t bases, before[4]; };

__device__ __forceinline__ uint32_t rank_of(uint32_t base, uint32_t row, const uint2* __restrict__ planes, const uint32_t* __restrict__ a, const uint32_t* __restrict__ c, const uint32_t* __restrict__ g, const uint32_t* __restrict__ t) {
  const uint32_t block = row >> 5;
  uint32_t count = 0;
  switch (base) {
    case 0: count = a[block]; break;
    case 1: count = c[block]; break;
    case 2: count = g[block]; break;
    default: count = t[block]; break;
  }
  const uint32_t rest = row & 31u;
  if (rest > 0) {
    const uint2 bits = planes[block];
    const uint32_t low = base & 1u ? bits.x : ~bits.x;
    const uint32_t high = base & 2u ? bits.y : ~bits.y;
    count += __popc(low & high & ((1u << rest) - 1u));
  }
  return count;
}

__global__ void __launch_bounds__(128) fm_index_count(const __grid_constant__ Index index, const uint2* __restrict__ planes, const uint32_t* __restrict__ a, const uint32_t* __restrict__ c, const uint32_t* __restrict__ g, const uint32_t* __restrict__ t, const uint2* __restrict__ queries, uint32_t* found, uint32_t count, uint32_t length) {
  const uint32_t id = blockIdx.x * 128u + threadIdx.x;
  if (id >= count) return;
  const uint2 read = queries[id];
  uint32_t low = 0, high = index.bases;
  KC_ROLLED for (uint32_t i = length; i > 0; i--) {
    const uint32_t at = i - 1;
    const uint32_t word = at >= 16 ? read.y : read.x;
    const uint32_t base = (word >> (2 * (at & 15u))) & 3u;
    const uint32_t start = index.before[base];
    low = min(start + rank_of(base, low, planes, a, c, g, t), index.bases);
    high = min(start + rank_of(base, high, planes, a, c, g, t), index.bases);
    if (low >= high) break;
  }
  found[id] = high > low ? high - low : 0;
}

int main() {
  constexpr uint32_t BLOCKS = 2097152, QUERIES = 2000000;
  auto planes = kc::uploadAs<uint2>(kc::hostRandomU32(2 * (BLOCKS + 1), 1));
  auto a = kc::csrRows(BLOCKS, 8, 2), c = kc::csrRows(BLOCKS, 8, 3), g = kc::csrRows(BLOCKS, 8, 4), t = kc::csrRows(BLOCKS, 8, 5);
  auto queries = kc::uploadAs<uint2>(kc::hostRandomU32(2 * QUERIES, 6));
  auto found = kc::zeros<uint32_t>(QUERIES);
  Index index{32 * BLOCKS, {0, 8 * BLOCKS, 16 * BLOCKS, 24 * BLOCKS}};
  KC_RUN(fm_index_count<<<dim3(kcCeil(QUERIES, 128)), dim3(128)>>>(index, planes, a, c, g, t, queries, found, QUERIES, 24));
  kc::checksum("found", found, QUERIES);
}

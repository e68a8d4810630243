#include "harness.h"
struct Join { uint32_t rows, buckets; };

__global__ void __launch_bounds__(256) quotient_probe(const uint32_t* __restrict__ bucketStarts, const uint32_t* __restrict__ quotients, const float* __restrict__ prices, const uint32_t* __restrict__ keys, const uint32_t* __restrict__ quantities, float* amounts, uint32_t* matchCount, Join join) {
  const uint32_t row = blockIdx.x * 256u + threadIdx.x;
  uint32_t matches = 0;
  if (row < join.rows) {
    const uint32_t key = keys[row];
    const uint32_t bucket = key % join.buckets;
    const uint32_t quotient = key / join.buckets;
    const uint32_t end = bucketStarts[bucket + 1u];
    float total = 0.0f;
#pragma unroll 1
    for (uint32_t entry = bucketStarts[bucket]; entry < end; entry++) {
      if (quotients[entry] == quotient) {
        total += prices[entry];
        matches++;
      }
    }
    if (matches > 0u) total *= float(quantities[row]);
    amounts[row] = total;
  }
  const uint32_t subgroupMatches = __reduce_add_sync(0xffffffffu, matches);
  if (threadIdx.x % 32u == 0u) atomicAdd(matchCount, subgroupMatches);
}

int main() {
  constexpr uint32_t ROWS = 6000000, BUCKETS = 1500000, MEAN = 3;
  Join join{ROWS, BUCKETS};
  constexpr size_t entries = size_t(BUCKETS) * (2 * MEAN - 1);
  auto bucketStarts = kc::csrRows(BUCKETS, MEAN, 41);
  auto quotients = kc::randomU32(entries, 42, 8);
  auto prices = kc::randomF32(entries, 43, 1, 100);
  auto keys = kc::randomU32(ROWS, 44, 8 * BUCKETS);
  auto quantities = kc::randomU32(ROWS, 45, 50);
  auto amounts = kc::zeros<float>(ROWS);
  auto matchCount = kc::zeros<uint32_t>(1);
  KC_RUN(quotient_probe<<<dim3(kcCeil(ROWS, 256)), dim3(256)>>>(bucketStarts, quotients, prices, keys, quantities, amounts, matchCount, join));
  kc::checksum("amounts", amounts, ROWS);
  kc::checksum("matchCount", matchCount, 1);
}

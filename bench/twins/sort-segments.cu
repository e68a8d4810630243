#include "harness.h"
#include "as-driver.h"

constexpr uint32_t SEGMENTS = 350000, MEAN = 12;
constexpr uint32_t LONGEST = 24;

__global__ void __launch_bounds__(128) sort_segments(
    const uint32_t* __restrict__ starts, const uint32_t* __restrict__ keys, uint32_t* sorted) {
  const uint32_t idx = blockIdx.x * 128 + threadIdx.x;
  if (idx >= SEGMENTS) {
    return;
  }
  const uint32_t start = starts[idx];
  const uint32_t count = min(starts[idx + 1] - start, LONGEST);
  uint32_t mine[LONGEST] = {};
  KC_ROLLED
  for (uint32_t i = 0; i < count; i++) {
    const uint32_t key = keys[start + i];
    uint32_t at = i;
    KC_ROLLED
    while (at > 0 && mine[at - 1] > key) {
      mine[at] = mine[at - 1];
      at--;
    }
    mine[at] = key;
  }
  KC_ROLLED
  for (uint32_t i = 0; i < count; i++) {
    sorted[start + i] = mine[i];
  }
}

int main() {
  auto starts = kc::csrRows(SEGMENTS, MEAN, 1);
  auto keys = kc::randomU32(size_t(2) * SEGMENTS * MEAN, 2);
  auto sorted = kc::zeros<uint32_t>(size_t(2) * SEGMENTS * MEAN);
  kc::run("sort-segments", [&] { sort_segments<<<(SEGMENTS + 127) / 128, 128>>>(starts, keys, sorted); });
  kc::checksum("sorted", sorted, size_t(2) * SEGMENTS * MEAN);
}

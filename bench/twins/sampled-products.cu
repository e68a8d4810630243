#include "harness.h"
struct Sizes { uint32_t rows, quads; };

__device__ __forceinline__ float dot4(float4 a, float4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }

__global__ void __launch_bounds__(128) sampled_products(const uint32_t* __restrict__ rowStarts, const uint32_t* __restrict__ columns, const float* __restrict__ values, const float4* __restrict__ x, const float4* __restrict__ y, float* result, Sizes sizes) {
  const uint32_t entry = blockIdx.x * 128u + threadIdx.x;
  if (entry >= rowStarts[sizes.rows]) return;
  uint32_t low = 0;
  uint32_t high = sizes.rows;
#pragma unroll 1
  while (high - low > 1u) {
    const uint32_t middle = (low + high) / 2u;
    if (rowStarts[middle] <= entry) {
      low = middle;
    } else {
      high = middle;
    }
  }

  const uint32_t left = low * sizes.quads;
  const uint32_t right = columns[entry] * sizes.quads;
  float sum = 0.0f;
#pragma unroll 1
  for (uint32_t q = 0; q < sizes.quads; q++) sum += dot4(x[left + q], y[right + q]);
  result[entry] = values[entry] * sum;
}

int main() {
  constexpr uint32_t ROWS = 50000, MEAN_ROW = 20, QUADS = 16, ENTRIES = ROWS * (MEAN_ROW + 1) + 4096;
  Sizes sizes{ROWS, QUADS};
  auto rowStarts = kc::csrRows(ROWS, MEAN_ROW, 1);
  auto columns = kc::randomU32(ENTRIES, 2, ROWS);
  auto values = kc::randomF32(ENTRIES, 3);
  auto x = kc::structs<float4>(size_t(ROWS) * QUADS, 4, -1, 1);
  auto y = kc::structs<float4>(size_t(ROWS) * QUADS, 5, -1, 1);
  auto result = kc::zeros<float>(ENTRIES);
  KC_RUN(sampled_products<<<dim3(kcCeil(ENTRIES, 128)), dim3(128)>>>(rowStarts, columns, values, x, y, result, sizes));
  kc::checksum("result", result, ENTRIES);
}

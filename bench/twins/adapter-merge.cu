#include "harness.h"
constexpr uint32_t OUT = 5120, IN = 4096;
constexpr float SCALE = 2.0f;
constexpr uint32_t RANK = 16, TILE = 64;

__global__ void __launch_bounds__(256) adapter_merge(const float* __restrict__ up, const float* __restrict__ down, float* weights) {
  __shared__ __align__(16) float upTile[TILE * RANK];
  __shared__ __align__(16) float downTile[RANK * TILE];
  const uint32_t localX = threadIdx.x, localY = threadIdx.y;
  const uint32_t index = localY * 16u + localX;
  kc::zeroShared(upTile, index, 256);
  kc::zeroShared(downTile, index, 256);
  kc::zeroBarrier();
  const uint32_t row0 = blockIdx.y * TILE;
  const uint32_t col0 = blockIdx.x * TILE;

#pragma unroll 1
  for (uint32_t e = index; e < TILE * RANK; e += 256u) {
    const uint32_t row = row0 + e / RANK;
    const float u = up[row * RANK + e % RANK];
    upTile[e] = row < OUT ? u : 0.0f;
    const uint32_t col = col0 + e % TILE;
    const float d = down[(e / TILE) * IN + col];
    downTile[e] = col < IN ? d : 0.0f;
  }
  __syncthreads();

  float sums[4][4] = {};
#pragma unroll
  for (uint32_t k = 0; k < RANK; k++) {
    float right[4];
    for (uint32_t j = 0; j < 4; j++) right[j] = downTile[k * TILE + localX + 16u * j];
    for (uint32_t i = 0; i < 4; i++) {
      const float left = upTile[(localY + 16u * i) * RANK + k];
      for (uint32_t j = 0; j < 4; j++) sums[i][j] = fmaf(left, right[j], sums[i][j]);
    }
  }

  for (uint32_t i = 0; i < 4; i++) {
    const uint32_t row = row0 + localY + 16u * i;
    for (uint32_t j = 0; j < 4; j++) {
      const uint32_t col = col0 + localX + 16u * j;
      if (row < OUT && col < IN) weights[row * IN + col] += SCALE * sums[i][j];
    }
  }
}

int main() {
  auto up = kc::randomF32(size_t(16) * OUT, 1, -0.05, 0.05);
  auto down = kc::randomF32(size_t(16) * IN, 2, -0.05, 0.05);
  auto weights = kc::randomF32(size_t(OUT) * IN, 3, -0.1, 0.1);
  KC_RUN(adapter_merge<<<dim3(kcCeil(IN, 64), kcCeil(OUT, 64)), dim3(16, 16)>>>(up, down, weights));
  kc::checksum("weights", weights, size_t(OUT) * IN);
}

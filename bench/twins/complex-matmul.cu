#include "harness.h"
constexpr uint32_t M = 1024, N = 1024, K = 960;
constexpr uint32_t ROWS = 64, COLUMNS = 32, DEPTH = 8;

__device__ __forceinline__ float2 multiplyAdd(float2 sum, float2 p, float2 q) {
  return make_float2(sum.x + p.x * q.x - p.y * q.y, sum.y + p.x * q.y + p.y * q.x);
}

// At least 5 blocks as with the 48 registers that the Vulkan driver takes (driver-code-nvidia-h200.json)
__global__ void KC_BOUNDS(256, 5) complex_matmul(const float2* __restrict__ a, const float2* __restrict__ b, float2* c) {
  __shared__ __align__(16) float2 stripA[ROWS * DEPTH];
  __shared__ __align__(16) float2 stripB[DEPTH * COLUMNS];
  const uint32_t localX = threadIdx.x, localY = threadIdx.y;
  const uint32_t index = localY * 16u + localX;
  kc::zeroShared(stripA, index, 256);
  kc::zeroShared(stripB, index, 256);
  kc::zeroBarrier();
  const uint32_t firstRow = blockIdx.y * ROWS;
  const uint32_t firstColumn = blockIdx.x * COLUMNS;
  float2 sums[4][2] = {};
#pragma unroll 1
  for (uint32_t start = 0; start < K; start += DEPTH) {
    for (uint32_t part = 0; part < 2; part++) {
      const uint32_t at = index + part * 256u;
      stripA[at] = a[(firstRow + at / DEPTH) * K + start + at % DEPTH];
    }
    stripB[index] = b[(start + index / COLUMNS) * N + firstColumn + index % COLUMNS];
    __syncthreads();
#pragma unroll
    for (uint32_t k = 0; k < DEPTH; k++) {
      const float2 q0 = stripB[k * COLUMNS + localX];
      const float2 q1 = stripB[k * COLUMNS + localX + 16u];
      for (uint32_t i = 0; i < 4; i++) {
        const float2 p = stripA[(localY * 4u + i) * DEPTH + k];
        sums[i][0] = multiplyAdd(sums[i][0], p, q0);
        sums[i][1] = multiplyAdd(sums[i][1], p, q1);
      }
    }
    __syncthreads();
  }
  for (uint32_t i = 0; i < 4; i++) {
    const uint32_t row = firstRow + localY * 4u + i;
    c[row * N + firstColumn + localX] = sums[i][0];
    c[row * N + firstColumn + localX + 16u] = sums[i][1];
  }
}

int main() {
  auto a = kc::structs<float2>(size_t(M) * K, 1, -1, 1);
  auto b = kc::structs<float2>(size_t(K) * N, 2, -1, 1);
  auto c = kc::zeros<float2>(size_t(M) * N);
  KC_RUN(complex_matmul<<<dim3(N / 32, M / 64), dim3(16, 16)>>>(a, b, c));
  kc::checksum("c", c, size_t(M) * N);
}

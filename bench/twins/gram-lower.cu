#include "harness.h"
constexpr uint32_t N = 960, K = 2500;
constexpr uint32_t DEPTH = 16;

__device__ __forceinline__ void addScaled(float4& sum, float s, float4 r) {
  sum.x += s * r.x;
  sum.y += s * r.y;
  sum.z += s * r.z;
  sum.w += s * r.w;
}

__global__ void __launch_bounds__(256) gram_lower(const float4* __restrict__ a, float4* c) {
  __shared__ float4 left[256];
  __shared__ float4 right[256];
  const uint32_t localX = threadIdx.x, localY = threadIdx.y;
  const uint32_t slot = localY * 16u + localX;
  kc::zeroShared(left, slot, 256);
  kc::zeroShared(right, slot, 256);
  kc::zeroBarrier();
  if (blockIdx.x > blockIdx.y) return;
  const uint32_t quads = N / 4u;
  const float4 zero = make_float4(0, 0, 0, 0);
  float4 sum0 = zero, sum1 = zero, sum2 = zero, sum3 = zero;
#pragma unroll 1
  for (uint32_t k0 = 0; k0 < K; k0 += DEPTH) {
    const uint32_t k = k0 + localY;
    if (k < K) {
      left[slot] = a[k * quads + blockIdx.y * 16u + localX];
      right[slot] = a[k * quads + blockIdx.x * 16u + localX];
    } else {
      left[slot] = zero;
      right[slot] = zero;
    }
    __syncthreads();
#pragma unroll
    for (uint32_t d = 0; d < DEPTH; d++) {
      const float4 l = left[d * 16u + localY];
      const float4 r = right[d * 16u + localX];
      addScaled(sum0, l.x, r);
      addScaled(sum1, l.y, r);
      addScaled(sum2, l.z, r);
      addScaled(sum3, l.w, r);
    }
    __syncthreads();
  }
  const uint32_t row = blockIdx.y * 64u + localY * 4u;
  const uint32_t column = blockIdx.x * 16u + localX;
  c[row * quads + column] = sum0;
  c[(row + 1u) * quads + column] = sum1;
  c[(row + 2u) * quads + column] = sum2;
  c[(row + 3u) * quads + column] = sum3;
}

int main() {
  auto a = kc::structs<float4>(size_t(K) * N / 4, 31, -1, 1);
  auto c = kc::zeros<float4>(size_t(N) * N / 4);
  KC_RUN(gram_lower<<<dim3(N / 64, N / 64), dim3(16, 16)>>>(a, c));
  kc::checksum("c", c, size_t(N) * N / 4);
}

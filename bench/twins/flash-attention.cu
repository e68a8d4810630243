#include "harness.h"
#include "as-driver.h"

constexpr uint32_t HEADS = 12, LENGTH = 1500;
constexpr uint32_t QUADS = 16, QUERIES = 64, TILE = 32;

static __device__ __forceinline__ float dot(float4 a, float4 b) {
  return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}

__global__ void __launch_bounds__(QUERIES) flash_attention(
    const float4* __restrict__ queries, const float4* __restrict__ keys,
    const float4* __restrict__ values, float4* result) {
  __shared__ float4 keyTile[TILE][QUADS];
  __shared__ float4 valueTile[TILE][QUADS];
  const uint32_t local = threadIdx.x;
  KC_ZERO(keyTile, local, QUERIES);
  KC_ZERO(valueTile, local, QUERIES);
  const uint32_t head = blockIdx.y * LENGTH;
  const uint32_t position = blockIdx.x * QUERIES + local;
  const bool inside = position < LENGTH;

  float4 query[QUADS] = {};
  float4 sums[QUADS] = {};
  if (inside) {
    for (uint32_t q = 0; q < QUADS; q++) {
      const float4 v = queries[(head + position) * QUADS + q];
      query[q] = make_float4(v.x * 0.125f, v.y * 0.125f, v.z * 0.125f, v.w * 0.125f);
    }
  }
  float highest = -1e30f;
  float total = 0.0f;

  for (uint32_t start = 0; start < LENGTH; start += TILE) {
    const uint32_t count = min(TILE, LENGTH - start);
    KC_ROLLED
    for (uint32_t i = local; i < count * QUADS; i += QUERIES) {
      keyTile[i / QUADS][i % QUADS] = keys[(head + start) * QUADS + i];
      valueTile[i / QUADS][i % QUADS] = values[(head + start) * QUADS + i];
    }
    __syncthreads();
    for (uint32_t j = 0; j < count; j++) {
      float score = 0.0f;
      for (uint32_t q = 0; q < QUADS; q++) {
        score += dot(query[q], keyTile[j][q]);
      }
      const float newHighest = fmaxf(highest, score);
      const float shrink = expf(highest - newHighest);
      const float weight = expf(score - newHighest);
      total = total * shrink + weight;
      for (uint32_t q = 0; q < QUADS; q++) {
        const float4 v = valueTile[j][q];
        sums[q].x = sums[q].x * shrink + weight * v.x;
        sums[q].y = sums[q].y * shrink + weight * v.y;
        sums[q].z = sums[q].z * shrink + weight * v.z;
        sums[q].w = sums[q].w * shrink + weight * v.w;
      }
      highest = newHighest;
    }
    __syncthreads();
  }

  if (inside) {
    for (uint32_t q = 0; q < QUADS; q++) {
      result[(head + position) * QUADS + q] =
          make_float4(sums[q].x / total, sums[q].y / total, sums[q].z / total, sums[q].w / total);
    }
  }
}

int main() {
  constexpr size_t COUNT = size_t(16) * HEADS * LENGTH; // vec4s
  auto queries = kc::structs<float4>(COUNT, 1, -2, 2);
  auto keys = kc::structs<float4>(COUNT, 2, -2, 2);
  auto values = kc::structs<float4>(COUNT, 3, -1, 1);
  auto result = kc::zeros<float4>(COUNT);
  kc::run("flash-attention", [&] {
    flash_attention<<<dim3((LENGTH + 63) / 64, HEADS), QUERIES>>>(queries, keys, values, result);
  });
  kc::checksum("result", result, COUNT);
}

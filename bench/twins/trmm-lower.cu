#include "harness.h"
struct Shape { uint32_t rows, columns; float alpha; };
constexpr uint32_t TILE_ROWS = 48, TILE_COLUMNS = 32, DEPTH = 16;

__global__ void __launch_bounds__(128) trmm_lower(Shape shape, const float* __restrict__ lower, const float* __restrict__ dense, float* product) {
  __shared__ __align__(16) float lowerTile[48][16];
  __shared__ __align__(16) float denseTile[16][32];
  const uint32_t localX = threadIdx.x, localY = threadIdx.y;
  const uint32_t lane = localY * 16u + localX;
  kc::zeroShared(lowerTile, lane, 128);
  kc::zeroShared(denseTile, lane, 128);
  kc::zeroBarrier();
  const uint32_t firstRow = blockIdx.y * TILE_ROWS;
  const uint32_t firstColumn = blockIdx.x * TILE_COLUMNS;
  const uint32_t end = min(shape.rows, firstRow + TILE_ROWS);
  float2 sums[6] = {};

#pragma unroll 1
  for (uint32_t start = 0; start < end; start += DEPTH) {
#pragma unroll 1
    for (uint32_t e = lane; e < TILE_ROWS * DEPTH; e += 128u) {
      const uint32_t row = firstRow + e / DEPTH;
      const uint32_t column = start + e % DEPTH;
      float value = 0.0f;
      if (row < shape.rows && column <= row) value = lower[row * shape.rows + column];
      lowerTile[e / DEPTH][e % DEPTH] = value;
    }
#pragma unroll 1
    for (uint32_t e = lane; e < DEPTH * TILE_COLUMNS; e += 128u) {
      const uint32_t row = start + e / TILE_COLUMNS;
      const uint32_t column = firstColumn + e % TILE_COLUMNS;
      float value = 0.0f;
      if (row < shape.rows && column < shape.columns) value = dense[row * shape.columns + column];
      denseTile[e / TILE_COLUMNS][e % TILE_COLUMNS] = value;
    }
    __syncthreads();
    // The driver unrolls k and loads lowerTile by LDS.128 (24 of them), denseTile by LDS (32): quads of k say so.
#pragma unroll
    for (uint32_t k0 = 0; k0 < DEPTH; k0 += 4) {
      float4 quads[6];
#pragma unroll
      for (uint32_t i = 0; i < 6; i++) quads[i] = *reinterpret_cast<const float4*>(&lowerTile[localY + 8u * i][k0]);
#pragma unroll
      for (uint32_t part = 0; part < 4; part++) {
        const uint32_t k = k0 + part;
        const float2 right = make_float2(denseTile[k][localX], denseTile[k][localX + 16u]);
#pragma unroll
        for (uint32_t i = 0; i < 6; i++) {
          const float l = part == 0 ? quads[i].x : part == 1 ? quads[i].y : part == 2 ? quads[i].z : quads[i].w;
          sums[i].x += l * right.x;
          sums[i].y += l * right.y;
        }
      }
    }
    __syncthreads();
  }

  for (uint32_t i = 0; i < 6; i++) {
    const uint32_t row = firstRow + localY + 8u * i;
    if (row >= shape.rows) break;
    const float2 scaled = make_float2(shape.alpha * sums[i].x, shape.alpha * sums[i].y);
    const uint32_t at = row * shape.columns + firstColumn + localX;
    if (firstColumn + localX < shape.columns) product[at] = scaled.x;
    if (firstColumn + localX + 16u < shape.columns) product[at + 16u] = scaled.y;
  }
}

int main() {
  constexpr uint32_t ROWS = 1500, COLUMNS = 1000;
  Shape shape{ROWS, COLUMNS, 0.5f};
  auto lower = kc::randomF32(size_t(ROWS) * ROWS, 11, -1);
  auto dense = kc::randomF32(size_t(ROWS) * COLUMNS, 12, -1);
  auto product = kc::zeros<float>(size_t(ROWS) * COLUMNS);
  KC_RUN(trmm_lower<<<dim3(kcCeil(COLUMNS, 32), kcCeil(ROWS, 48)), dim3(16, 8)>>>(shape, lower, dense, product));
  kc::checksum("product", product, size_t(ROWS) * COLUMNS);
}

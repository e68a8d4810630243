#include "harness.h"
constexpr uint32_t ROWS = 1024, COLUMNS = 12000, FIRST = 5, CX = 32, RY = 8;
constexpr float TAU = 0.0006f;

__global__ void __launch_bounds__(256) reflect_columns(uint32_t rows, uint32_t columns, uint32_t first, float tau, const float* __restrict__ v, float* a) {
  __shared__ float partial[CX * RY];
  const uint32_t lx = threadIdx.x, ly = threadIdx.y;
  const uint32_t column = blockIdx.x * CX + lx;
  const bool valid = column < columns;
  float dot = 0.0f;
  if (valid) {
#pragma unroll 1
    for (uint32_t r = first + ly; r < rows; r += RY) dot += v[r] * a[r * columns + column];
  }
  partial[ly * CX + lx] = dot;
  __syncthreads();
#pragma unroll 1
  for (uint32_t s = RY / 2u; s > 0u; s /= 2u) {
    if (ly < s) partial[ly * CX + lx] += partial[(ly + s) * CX + lx];
    __syncthreads();
  }
  const float factor = tau * partial[lx];
  if (valid) {
#pragma unroll 1
    for (uint32_t r = first + ly; r < rows; r += RY) a[r * columns + column] -= factor * v[r];
  }
}

int main() {
  auto v = kc::randomF32(ROWS, 40, -1, 1);
  auto a = kc::randomF32(size_t(ROWS) * COLUMNS, 41, -1, 1);
  KC_RUN(reflect_columns<<<dim3(kcCeil(COLUMNS, 32)), dim3(CX, RY)>>>(ROWS, COLUMNS, FIRST, TAU, v, a));
}

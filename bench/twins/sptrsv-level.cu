#include "harness.h"
struct Level { uint32_t first, rows; };

__global__ void __launch_bounds__(128) sptrsv_level(const uint32_t* __restrict__ rowStarts, const uint32_t* __restrict__ columns, const float* __restrict__ values, const float* __restrict__ inverseDiagonal, const float* __restrict__ rightHandSide, float* unknowns, Level level) {
  const uint32_t row = blockIdx.x * 128u + threadIdx.x;
  if (row >= level.rows) return;
  float remainder = rightHandSide[row];
  const uint32_t end = rowStarts[row + 1u];
#pragma unroll 1
  for (uint32_t i = rowStarts[row]; i < end; i++) remainder -= values[i] * unknowns[columns[i]];
  unknowns[level.first + row] = remainder * inverseDiagonal[row];
}

int main() {
  constexpr uint32_t SOLVED = 800000, ROWS = 300000, MEAN = 14;
  Level level{SOLVED, ROWS};
  auto rowStarts = kc::csrRows(ROWS, MEAN, 1);
  auto columns = kc::randomU32(size_t(2) * ROWS * MEAN, 2, SOLVED);
  auto values = kc::randomF32(size_t(2) * ROWS * MEAN, 3, -0.1, 0.1);
  auto inverseDiagonal = kc::randomF32(ROWS, 4, 0.5, 1);
  auto rightHandSide = kc::randomF32(ROWS, 5, -1, 1);
  auto unknowns = kc::randomF32(SOLVED + ROWS, 6, -1, 1);
  KC_RUN(sptrsv_level<<<dim3(kcCeil(ROWS, 128)), dim3(128)>>>(rowStarts, columns, values, inverseDiagonal, rightHandSide, unknowns, level));
  kc::checksum("unknowns", unknowns, SOLVED + ROWS);
}

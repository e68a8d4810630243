#include "harness.h"
#include "as-driver.h"

constexpr uint32_t VERTICES = 120000, MEAN_DEGREE = 20, QUADS = 16, SIZE_X = 16, SIZE_Y = 8;

__global__ void __launch_bounds__(SIZE_X * SIZE_Y) spmm_features(
    const uint32_t* __restrict__ rowStarts, const uint32_t* __restrict__ columns,
    const float* __restrict__ edgeWeights, const float4* __restrict__ features, float4* messages) {
  const uint32_t idx = blockIdx.x * SIZE_X + threadIdx.x;
  const uint32_t idy = blockIdx.y * SIZE_Y + threadIdx.y;
  if (idx >= QUADS || idy >= VERTICES) {
    return;
  }
  const uint32_t end = rowStarts[idy + 1];
  float4 sum = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
  float weights = 1e-6f;
  KC_ROLLED
  for (uint32_t edge = rowStarts[idy]; edge < end; edge++) {
    const float weight = edgeWeights[edge];
    const float4 feature = features[columns[edge] * QUADS + idx];
    sum.x += weight * feature.x;
    sum.y += weight * feature.y;
    sum.z += weight * feature.z;
    sum.w += weight * feature.w;
    weights += weight;
  }
  messages[idy * QUADS + idx] = make_float4(sum.x / weights, sum.y / weights, sum.z / weights, sum.w / weights);
}

int main() {
  auto rowStarts = kc::csrRows(VERTICES, MEAN_DEGREE, 6);
  constexpr size_t EDGES = size_t(VERTICES) * 2 * MEAN_DEGREE;
  auto columns = kc::randomU32(EDGES, 7, VERTICES);
  auto edgeWeights = kc::randomF32(EDGES, 8);
  auto features = reinterpret_cast<float4*>(kc::randomF32(size_t(4) * VERTICES * QUADS, 9, -1, 1));
  auto messages = kc::zeros<float4>(size_t(VERTICES) * QUADS);
  const dim3 grid((QUADS + SIZE_X - 1) / SIZE_X, (VERTICES + SIZE_Y - 1) / SIZE_Y), block(SIZE_X, SIZE_Y);
  kc::run("spmm-features", [&] {
    spmm_features<<<grid, block>>>(rowStarts, columns, edgeWeights, features, messages);
  });
  kc::checksum("messages", messages, size_t(VERTICES) * QUADS);
}

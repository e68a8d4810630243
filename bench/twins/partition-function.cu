#include "harness.h"
#include "as-driver.h"

constexpr uint32_t LEVELS = 30000, TEMPERATURES = 1500;
constexpr uint32_t SIZE = 256;

struct alignas(16) Vec3 { float x, y, z; };

__global__ void __launch_bounds__(SIZE) partition_function(
    const float* __restrict__ levels, const uint32_t* __restrict__ degeneracies,
    const float* __restrict__ temperatures, float* results) {
  __shared__ Vec3 parts[SIZE];
  const uint32_t group = blockIdx.x;
  const uint32_t lane = threadIdx.x;
  KC_ZERO(parts, lane, SIZE);
  const uint32_t width = kc2::WIDTH;
  const uint32_t within = lane % width;
  const float temperature = temperatures[group];
  const float beta = 1.0f / temperature;
  float sumX = 0.0f, sumY = 0.0f, sumZ = 0.0f;
  KC_ROLLED
  for (uint32_t i = lane; i < LEVELS; i += SIZE) {
    const float energy = levels[i];
    const float weight = float(degeneracies[i] + 1u) * expf(-beta * energy);
    sumX += weight * 1.0f;
    sumY += weight * energy;
    sumZ += weight * (energy * energy);
  }
  sumX = kc2::subgroupAdd(sumX);
  sumY = kc2::subgroupAdd(sumY);
  sumZ = kc2::subgroupAdd(sumZ);
  if (within == 0) {
    parts[lane / width].x = sumX;
    parts[lane / width].y = sumY;
    parts[lane / width].z = sumZ;
  }
  __syncthreads();
  if (lane == 0) {
    float totalX = 0.0f, totalY = 0.0f, totalZ = 0.0f;
    KC_ROLLED
    for (uint32_t i = 0; i < SIZE / width; i++) {
      totalX += parts[i].x;
      totalY += parts[i].y;
      totalZ += parts[i].z;
    }
    const float mean = totalY / totalX;
    results[3 * group] = -temperature * logf(totalX);
    results[3 * group + 1] = mean;
    results[3 * group + 2] = (totalZ / totalX - mean * mean) * beta * beta;
  }
}

int main() {
  auto levels = kc::randomF32(LEVELS, 1, 0, 12);
  auto degeneracies = kc::randomU32(LEVELS, 2, 9);
  auto temperatures = kc::randomF32(TEMPERATURES, 3, 0.5, 5);
  auto results = kc::zeros<float>(3 * TEMPERATURES);
  kc::run("partition-function", [&] {
    partition_function<<<TEMPERATURES, SIZE>>>(levels, degeneracies, temperatures, results);
  });
  kc::checksum("results", results, 3 * TEMPERATURES);
}

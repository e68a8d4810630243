#include "harness.h"
constexpr uint32_t NX = 192, NY = 160, NZ = 160;
constexpr float C1 = 1225.0 / 1024.0, C2 = -245.0 / 3072.0, C3 = 49.0 / 5120.0, C4 = -5.0 / 7168.0;

__device__ __forceinline__ float ahead(const float* __restrict__ stress, uint32_t i, uint32_t stride) {
  return C1 * (stress[i + stride] - stress[i])
    + C2 * (stress[i + 2u * stride] - stress[i - stride])
    + C3 * (stress[i + 3u * stride] - stress[i - 2u * stride])
    + C4 * (stress[i + 4u * stride] - stress[i - 3u * stride]);
}
__device__ __forceinline__ float behind(const float* __restrict__ stress, uint32_t i, uint32_t stride) {
  return C1 * (stress[i] - stress[i - stride])
    + C2 * (stress[i + stride] - stress[i - 2u * stride])
    + C3 * (stress[i + 2u * stride] - stress[i - 3u * stride])
    + C4 * (stress[i + 3u * stride] - stress[i - 4u * stride]);
}

// 8 blocks as with the 30 registers that the Vulkan driver takes (driver-code-nvidia-h200.json)
__global__ void KC_BOUNDS(256, 8) elastic_velocities(const float* __restrict__ stress, const float* __restrict__ buoyancy, float* velocity) {
  const uint32_t idX = blockIdx.x * 32u + threadIdx.x, idY = blockIdx.y * 4u + threadIdx.y, idZ = blockIdx.z * 2u + threadIdx.z;
  if (idX < 4u || idY < 4u || idZ < 4u || idX + 4u >= NX || idY + 4u >= NY || idZ + 4u >= NZ) return;
  const uint32_t row = NX;
  const uint32_t plane = NX * NY;
  const uint32_t cells = plane * NZ;
  const uint32_t i = idZ * plane + idY * row + idX;
  const uint32_t xx = i;
  const uint32_t yy = i + cells;
  const uint32_t zz = i + 2u * cells;
  const uint32_t xy = i + 3u * cells;
  const uint32_t xz = i + 4u * cells;
  const uint32_t yz = i + 5u * cells;

  const float b = buoyancy[i];
  velocity[i] += 0.5f * (b + buoyancy[i + 1u]) * (ahead(stress, xx, 1u) + behind(stress, xy, row) + behind(stress, xz, plane));
  velocity[i + cells] += 0.5f * (b + buoyancy[i + row]) * (behind(stress, xy, 1u) + ahead(stress, yy, row) + behind(stress, yz, plane));
  velocity[i + 2u * cells] += 0.5f * (b + buoyancy[i + plane]) * (behind(stress, xz, 1u) + behind(stress, yz, row) + ahead(stress, zz, plane));
}

int main() {
  constexpr size_t cells = size_t(NX) * NY * NZ;
  auto stress = kc::randomF32(6 * cells, 1, -1, 1);
  auto buoyancy = kc::randomF32(cells, 2, 0.1, 0.4);
  auto velocity = kc::randomF32(3 * cells, 3, -0.1, 0.1);
  KC_RUN(elastic_velocities<<<dim3(kcCeil(NX, 32), kcCeil(NY, 4), kcCeil(NZ, 2)), dim3(32, 4, 2)>>>(stress, buoyancy, velocity));
  kc::checksum("velocity", velocity, 3 * cells);
}

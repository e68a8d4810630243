#include "harness.h"
struct Params { uint32_t dimsX, dimsY, dimsZ, color; float omega; };

__device__ __forceinline__ float face(float ka, float kb) { return 2.0f * ka * kb / (ka + kb); }

__global__ void __launch_bounds__(256) porous_flow_sor(Params P, const float* __restrict__ permeability, const float* __restrict__ source, float* pressure) {
  const uint32_t cellX = blockIdx.x * 8u + threadIdx.x, cellY = blockIdx.y * 8u + threadIdx.y, cellZ = blockIdx.z * 4u + threadIdx.z;
  if ((cellX >= P.dimsX - 1u || cellY >= P.dimsY - 1u || cellZ >= P.dimsZ - 1u) || (cellX == 0u || cellY == 0u || cellZ == 0u)) return;
  if (((cellX + cellY + cellZ) & 1u) != P.color) return;
  const uint32_t i = (cellZ * P.dimsY + cellY) * P.dimsX + cellX;
  const float k = permeability[i];

  const uint32_t dx = 1u;
  const uint32_t dy = P.dimsX;
  const uint32_t dz = P.dimsX * P.dimsY;
  const float w = face(k, permeability[i - dx]);
  const float e = face(k, permeability[i + dx]);
  const float s = face(k, permeability[i - dy]);
  const float n = face(k, permeability[i + dy]);
  const float b = face(k, permeability[i - dz]);
  const float t = face(k, permeability[i + dz]);

  const float flow = w * pressure[i - dx] + e * pressure[i + dx]
           + s * pressure[i - dy] + n * pressure[i + dy]
           + b * pressure[i - dz] + t * pressure[i + dz];
  const float relaxed = (flow + source[i]) / (w + e + s + n + b + t);
  pressure[i] = kc::mix(pressure[i], relaxed, P.omega);
}

int main() {
  constexpr uint32_t NX = 320, NY = 256, NZ = 200;
  constexpr size_t cells = size_t(NX) * NY * NZ;
  Params P{NX, NY, NZ, 0, 1.7f};
  auto permeability = kc::randomF32(cells, 1, 0.05, 2);
  auto source = kc::randomF32(cells, 2, -0.1, 0.1);
  auto pressure = kc::randomF32(cells, 3);
  KC_RUN(porous_flow_sor<<<dim3(kcCeil(NX, 8), kcCeil(NY, 8), kcCeil(NZ, 4)), dim3(8, 8, 4)>>>(P, permeability, source, pressure));
  kc::checksum("pressure", pressure, cells);
}

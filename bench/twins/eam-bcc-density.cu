#include "harness.h"

struct Crystal {
  int32_t cellsX, cellsY, cellsZ;
  float a;
  float cutoff2;
  float intervals;
  float pad[2];
};

static __device__ __forceinline__ float3 thermal(const float* __restrict__ displacement, int32_t atom) {
  return make_float3(displacement[3 * atom], displacement[3 * atom + 1], displacement[3 * atom + 2]);
}

static __device__ __forceinline__ float cubic(float4 c, float t) {
  return c.x + t * (c.y + t * (c.z + t * c.w));
}

__global__ void __launch_bounds__(128) eam_bcc_density(
    const float* __restrict__ displacement, const float4* __restrict__ densityTable,
    const float4* __restrict__ pairTable, float2* result, const Crystal crystal) {
  const int32_t sizeX = crystal.cellsX, sizeY = crystal.cellsY, sizeZ = crystal.cellsZ;
  const int32_t atom = int32_t(blockIdx.x * 128 + threadIdx.x);
  if (atom >= 2 * sizeX * sizeY * sizeZ) {
    return;
  }
  const int32_t basis = atom & 1;
  const int32_t cellIndex = atom >> 1;
  const int32_t cellX = cellIndex % sizeX;
  const int32_t cellY = (cellIndex / sizeX) % sizeY;
  const int32_t cellZ = cellIndex / (sizeX * sizeY);
  const float3 here = thermal(displacement, atom);

  float rho = 0.0f;
  float pair = 0.0f;
  for (int32_t dz = -1; dz <= 1; dz++) {
    for (int32_t dy = -1; dy <= 1; dy++) {
      for (int32_t dx = -1; dx <= 1; dx++) {
        const int32_t otherX = (cellX + dx + sizeX) % sizeX;
        const int32_t otherY = (cellY + dy + sizeY) % sizeY;
        const int32_t otherZ = (cellZ + dz + sizeZ) % sizeZ;
        const int32_t first = 2 * (otherX + sizeX * (otherY + sizeY * otherZ));
        for (int32_t b = 0; b < 2; b++) {
          if (first + b == atom) {
            continue;
          }
          const float half = 0.5f * float(b - basis);
          const float siteX = (float(dx) + half) * crystal.a;
          const float siteY = (float(dy) + half) * crystal.a;
          const float siteZ = (float(dz) + half) * crystal.a;
          const float3 moved = thermal(displacement, first + b);
          const float ddx = siteX + moved.x - here.x;
          const float ddy = siteY + moved.y - here.y;
          const float ddz = siteZ + moved.z - here.z;
          const float r2 = ddx * ddx + ddy * ddy + ddz * ddz;
          if (r2 < crystal.cutoff2) {
            const float x = r2 / crystal.cutoff2 * crystal.intervals;
            const uint32_t slot = uint32_t(x);
            const float t = x - float(slot);
            rho += cubic(densityTable[slot], t);
            pair += cubic(pairTable[slot], t);
          }
        }
      }
    }
  }
  result[atom] = make_float2(0.5f * pair - sqrtf(rho), rho);
}

int main() {
  constexpr uint32_t NX = 90, NY = 90, NZ = 80, TABLE = 1000;
  constexpr uint32_t CELLS = NX * NY * NZ;
  auto displacement = kc::randomF32(size_t(6) * CELLS, 11, -0.1, 0.1);
  auto densityTable = reinterpret_cast<float4*>(kc::randomF32(4 * TABLE, 12, 0.02, 0.2));
  auto pairTable = reinterpret_cast<float4*>(kc::randomF32(4 * TABLE, 13, -0.3, 0.1));
  auto result = kc::zeros<float2>(2 * CELLS);
  const Crystal crystal = {int32_t(NX), int32_t(NY), int32_t(NZ), 2.866f, 18.49f, float(TABLE), {0, 0}};
  kc::run("eam-bcc-density", [&] {
    eam_bcc_density<<<(2 * CELLS + 127) / 128, 128>>>(displacement, densityTable, pairTable, result, crystal);
  });
  kc::checksum("result", result, 2 * CELLS);
}

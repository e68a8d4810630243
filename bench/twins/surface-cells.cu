#include "harness.h"
constexpr uint32_t NX = 255, NY = 255, NZ = 200;

__global__ void __launch_bounds__(128) classify(uint3 cells, float iso, const float* __restrict__ field, const uint32_t* __restrict__ trianglesOfCase, uint32_t* cases, uint32_t* blockTriangles) {
  __shared__ uint32_t total;
  const uint32_t x = blockIdx.x * 8u + threadIdx.x, y = blockIdx.y * 4u + threadIdx.y, z = blockIdx.z * 4u + threadIdx.z;
  const uint32_t li = (threadIdx.z * 4u + threadIdx.y) * 8u + threadIdx.x;
  if (li == 0u) total = 0;
  __syncthreads();
  const auto inside = [&](uint32_t px, uint32_t py, uint32_t pz) {
    return field[(pz * (cells.y + 1u) + py) * (cells.x + 1u) + px] < iso ? 1u : 0u;
  };
  if (x < cells.x && y < cells.y && z < cells.z) {
    uint32_t which = inside(x, y, z);
    which |= inside(x + 1, y, z) << 1u;
    which |= inside(x + 1, y + 1, z) << 2u;
    which |= inside(x, y + 1, z) << 3u;
    which |= inside(x, y, z + 1) << 4u;
    which |= inside(x + 1, y, z + 1) << 5u;
    which |= inside(x + 1, y + 1, z + 1) << 6u;
    which |= inside(x, y + 1, z + 1) << 7u;
    const uint32_t count = trianglesOfCase[which];
    cases[(z * cells.y + y) * cells.x + x] = which | (count << 8u);
    if (which != 0u && which != 255u) atomicAdd(&total, count);
  }
  __syncthreads();
  if (li == 0u) blockTriangles[(blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x] = total;
}

int main() {
  auto field = kc::randomF32(size_t(NX + 1) * (NY + 1) * (NZ + 1), 14, -0.2, 1);
  auto table = kc::randomU32(256, 15, 6);
  auto cases = kc::zeros<uint32_t>(size_t(NX) * NY * NZ);
  auto blocks = kc::zeros<uint32_t>(size_t(kcCeil(NX, 8)) * kcCeil(NY, 4) * kcCeil(NZ, 4));
  KC_RUN(classify<<<dim3(kcCeil(NX, 8), kcCeil(NY, 4), kcCeil(NZ, 4)), dim3(8, 4, 4)>>>(make_uint3(NX, NY, NZ), 0.0f, field, table, cases, blocks));
  kc::checksum("cases", cases, size_t(NX) * NY * NZ);
}

#include "harness.h"
struct Sim { uint32_t sizeX, sizeY, sizeZ; float dt, dissipation; };

__device__ __forceinline__ uint32_t cell(const Sim& sim, uint32_t x, uint32_t y, uint32_t z) { return (z * sim.sizeY + y) * sim.sizeX + x; }
__device__ __forceinline__ float clampF(float v, float low, float high) { return fminf(fmaxf(v, low), high); }
__device__ __forceinline__ float3 mix3(float3 a, float3 b, float t) { return make_float3(kc::mix(a.x, b.x, t), kc::mix(a.y, b.y, t), kc::mix(a.z, b.z, t)); }
__device__ __forceinline__ float2 mix2(float2 a, float2 b, float t) { return make_float2(kc::mix(a.x, b.x, t), kc::mix(a.y, b.y, t)); }
/** vec4 load (LDG.E.128.CONSTANT, as the driver has it), then .xyz */
__device__ __forceinline__ float3 xyz(const float4* __restrict__ velocity, uint32_t i) {
  const float4 v = __ldg(velocity + i);
  return make_float3(v.x, v.y, v.z);
}

struct Corners { uint3 low, high; float3 f; };
__device__ __forceinline__ Corners cornersOf(const Sim& sim, float3 p) {
  const float3 limit = make_float3(float(sim.sizeX - 1u), float(sim.sizeY - 1u), float(sim.sizeZ - 1u));
  const float3 q = make_float3(clampF(p.x, 0.0f, limit.x), clampF(p.y, 0.0f, limit.y), clampF(p.z, 0.0f, limit.z));
  const uint3 low = make_uint3(uint32_t(q.x), uint32_t(q.y), uint32_t(q.z));
  const uint3 high = make_uint3(min(low.x + 1u, sim.sizeX - 1u), min(low.y + 1u, sim.sizeY - 1u), min(low.z + 1u, sim.sizeZ - 1u));
  const float3 f = make_float3(q.x - float(low.x), q.y - float(low.y), q.z - float(low.z));
  return {low, high, f};
}

__device__ __forceinline__ float3 velocityAt(const Sim& sim, const float4* __restrict__ velocity, float3 p) {
  const auto [low, high, f] = cornersOf(sim, p);
  const float3 c00 = mix3(xyz(velocity, cell(sim, low.x, low.y, low.z)), xyz(velocity, cell(sim, high.x, low.y, low.z)), f.x);
  const float3 c10 = mix3(xyz(velocity, cell(sim, low.x, high.y, low.z)), xyz(velocity, cell(sim, high.x, high.y, low.z)), f.x);
  const float3 c01 = mix3(xyz(velocity, cell(sim, low.x, low.y, high.z)), xyz(velocity, cell(sim, high.x, low.y, high.z)), f.x);
  const float3 c11 = mix3(xyz(velocity, cell(sim, low.x, high.y, high.z)), xyz(velocity, cell(sim, high.x, high.y, high.z)), f.x);
  return mix3(mix3(c00, c10, f.y), mix3(c01, c11, f.y), f.z);
}

__device__ __forceinline__ float2 smokeAt(const Sim& sim, const float2* __restrict__ smoke, float3 p) {
  const auto [low, high, f] = cornersOf(sim, p);
  const float2 c00 = mix2(smoke[cell(sim, low.x, low.y, low.z)], smoke[cell(sim, high.x, low.y, low.z)], f.x);
  const float2 c10 = mix2(smoke[cell(sim, low.x, high.y, low.z)], smoke[cell(sim, high.x, high.y, low.z)], f.x);
  const float2 c01 = mix2(smoke[cell(sim, low.x, low.y, high.z)], smoke[cell(sim, high.x, low.y, high.z)], f.x);
  const float2 c11 = mix2(smoke[cell(sim, low.x, high.y, high.z)], smoke[cell(sim, high.x, high.y, high.z)], f.x);
  return mix2(mix2(c00, c10, f.y), mix2(c01, c11, f.y), f.z);
}

__global__ void __launch_bounds__(128) semi_lagrangian_smoke(Sim sim, const float4* __restrict__ velocity, const float2* __restrict__ smoke, float2* advected) {
  const uint32_t idX = blockIdx.x * 8u + threadIdx.x, idY = blockIdx.y * 4u + threadIdx.y, idZ = blockIdx.z * 4u + threadIdx.z;
  if (idX >= sim.sizeX || idY >= sim.sizeY || idZ >= sim.sizeZ) return;
  const float3 here = make_float3(float(idX), float(idY), float(idZ));
  const float3 v = xyz(velocity, cell(sim, idX, idY, idZ));
  const float half = 0.5f * sim.dt;
  const float3 midpoint = make_float3(here.x - half * v.x, here.y - half * v.y, here.z - half * v.z);
  const float3 u = velocityAt(sim, velocity, midpoint);
  const float3 origin = make_float3(here.x - sim.dt * u.x, here.y - sim.dt * u.y, here.z - sim.dt * u.z);
  const float2 s = smokeAt(sim, smoke, origin);
  const float decay = __expf(-sim.dissipation * sim.dt);
  advected[cell(sim, idX, idY, idZ)] = make_float2(s.x * decay, s.y * decay);
}

int main() {
  constexpr uint32_t NX = 160, NY = 192, NZ = 128;
  constexpr size_t cells = size_t(NX) * NY * NZ;
  Sim sim{NX, NY, NZ, 0.8f, 0.02f};
  auto velocity = kc::structs<float4>(cells, 61, -2, 2.5);
  auto smoke = kc::structs<float2>(cells, 62);
  auto advected = kc::zeros<float2>(cells);
  KC_RUN(semi_lagrangian_smoke<<<dim3(kcCeil(NX, 8), kcCeil(NY, 4), kcCeil(NZ, 4)), dim3(8, 4, 4)>>>(sim, velocity, smoke, advected));
  kc::checksum("advected", advected, cells);
}

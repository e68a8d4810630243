// Loads and stores as the Vulkan driver has them in its code for this kernel (driver-code-nvidia-h200.json): a vec3 is
// one 128-bit load (offsets LDG.E.128.STRONG.SM, own velocity LDG.E.128.CONSTANT) and a 64-bit and a 32-bit store.
#include "harness.h"
struct Particle { float offset[3], mass, velocity[3], wear; };
struct World { uint32_t columns, rows; float step, damping; float wind[3]; float stiffness; };

__device__ __forceinline__ float3 operator+(float3 a, float3 b) { return make_float3(a.x + b.x, a.y + b.y, a.z + b.z); }
__device__ __forceinline__ float3 operator-(float3 a, float3 b) { return make_float3(a.x - b.x, a.y - b.y, a.z - b.z); }
__device__ __forceinline__ float3 operator*(float3 a, float s) { return make_float3(a.x * s, a.y * s, a.z * s); }
__device__ __forceinline__ float3 operator/(float3 a, float s) { return a * (1.0f / s); /* one MUFU.RCP, as the driver has it */ }

__device__ __forceinline__ float3 xyz(float4 v) { return make_float3(v.x, v.y, v.z); }
__device__ __forceinline__ float3 place(int32_t x, int32_t y, float3 offset) {
  return make_float3(float(x), -float(y), 0.0f) + offset;
}

__device__ __forceinline__ float3 spring(const World& world, const Particle* before, float3 at, uint32_t cloth, int32_t x, int32_t y, float rest, float strength) {
  asm volatile("" : "+r"(x)); // float(x) is made anew for each spring: fewer spills
  if (x < 0 || y < 0 || x >= int32_t(world.columns) || y >= int32_t(world.rows)) return make_float3(0, 0, 0);
  const float3 other = place(x, y, xyz(kc::loadStrong128(&before[cloth + uint32_t(y) * world.columns + uint32_t(x)].offset)));
  const float3 along = other - at;
  const float stretch = sqrtf(along.x * along.x + along.y * along.y + along.z * along.z);
  return along * (strength * (stretch - rest) / fmaxf(stretch, 1e-5f));
}

__device__ __forceinline__ void store(Particle* to, float3 offset, float mass, float3 velocity, float wear) {
  kc::storeStrong64(&to->offset[0], offset.x, offset.y);
  kc::storeStrong32(&to->offset[2], offset.z);
  kc::storeStrong32(&to->mass, mass);
  kc::storeStrong64(&to->velocity[0], velocity.x, velocity.y);
  kc::storeStrong32(&to->velocity[2], velocity.z);
  kc::storeStrong32(&to->wear, wear);
}

// 32 blocks as with the 32 registers that the Vulkan driver takes (driver-code-nvidia-h200.json)
__global__ void KC_BOUNDS(64, 32) cloth_step(World world, const Particle* __restrict__ before, Particle* after) {
  const uint32_t idX = blockIdx.x * 8u + threadIdx.x, idY = blockIdx.y * 8u + threadIdx.y, idZ = blockIdx.z;
  if (idX >= world.columns || idY >= world.rows) return;
  const uint32_t cloth = idZ * world.columns * world.rows;
  const uint32_t index = cloth + idY * world.columns + idX;
  float3 offset = xyz(kc::loadStrong128(&before[index].offset));
  const float mass = __ldg(&before[index].mass);
  float3 velocity = xyz(__ldg(reinterpret_cast<const float4*>(&before[index].velocity)));
  const float wear = __ldg(&before[index].wear);
  if (idY == 0u) {
    store(&after[index], offset, mass, velocity, wear);
    return;
  }

  const int32_t x = int32_t(idX);
  const int32_t y = int32_t(idY);
  const float3 at = place(x, y, offset);
  const float k = world.stiffness * wear;
  constexpr float ROOT2 = 1.41421356f;

  float3 force = make_float3(0.0f, -9.81f, 0.0f) * mass;
  force = force + spring(world, before, at, cloth, x - 1, y, 1.0f, k);
  force = force + spring(world, before, at, cloth, x + 1, y, 1.0f, k);
  force = force + spring(world, before, at, cloth, x, y - 1, 1.0f, k);
  force = force + spring(world, before, at, cloth, x, y + 1, 1.0f, k);
  force = force + spring(world, before, at, cloth, x - 1, y - 1, ROOT2, 0.5f * k);
  force = force + spring(world, before, at, cloth, x + 1, y - 1, ROOT2, 0.5f * k);
  force = force + spring(world, before, at, cloth, x - 1, y + 1, ROOT2, 0.5f * k);
  force = force + spring(world, before, at, cloth, x + 1, y + 1, ROOT2, 0.5f * k);
  force = force + spring(world, before, at, cloth, x - 2, y, 2.0f, 0.25f * k);
  force = force + spring(world, before, at, cloth, x + 2, y, 2.0f, 0.25f * k);
  force = force + spring(world, before, at, cloth, x, y - 2, 2.0f, 0.25f * k);
  force = force + spring(world, before, at, cloth, x, y + 2, 2.0f, 0.25f * k);

  const float3 wind = make_float3(world.wind[0], world.wind[1], world.wind[2]);
  force = force + (wind - velocity) * 0.1f;
  force = force - velocity * world.damping;

  velocity = velocity + force / mass * world.step;
  offset = offset + velocity * world.step;
  store(&after[index], offset, mass, velocity, wear);
}

int main() {
  constexpr uint32_t CLOTHS = 24, COLUMNS = 300, ROWS = 220;
  World world{COLUMNS, ROWS, 0.004f, 0.3f, {0.5f, 0, 2}, 80};
  constexpr size_t particles = size_t(CLOTHS) * COLUMNS * ROWS;
  auto before = kc::structs<Particle>(particles, 41, 0.02, 0.3);
  auto after = kc::zeros<Particle>(particles);
  KC_RUN(cloth_step<<<dim3(kcCeil(COLUMNS, 8), kcCeil(ROWS, 8), CLOTHS), dim3(8, 8)>>>(world, before, after));
  kc::checksum("after", after, particles);
}

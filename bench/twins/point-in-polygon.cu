#include "harness.h"
#include "as-driver.h"

constexpr uint32_t POINTS = 600000, VERTICES = 900;
constexpr uint32_t SIZE = 128;

#ifdef DRIVER // an edge is one access of 16 bytes to shared memory, as kernelcast has it
struct alignas(16) Edge {
#else
struct Edge {
#endif
  float low, high, x, slope;
};

static __device__ __forceinline__ Edge edge(const float2* __restrict__ polygon, uint32_t index) {
  float2 a = polygon[index];
  float2 b = polygon[(index + 1) % VERTICES];
  if (a.y > b.y) {
    const float2 t = a;
    a = b;
    b = t;
  }
  if (a.y == b.y) {
    return {a.y, a.y, a.x, 0.0f};
  }
  return {a.y, b.y, a.x, (b.x - a.x) / (b.y - a.y)};
}

__global__ void __launch_bounds__(SIZE) point_in_polygon(
    const float2* __restrict__ points, const float2* __restrict__ polygon, uint32_t* inside) {
  __shared__ Edge edges[SIZE];
  const uint32_t idx = blockIdx.x * SIZE + threadIdx.x;
  const uint32_t local = threadIdx.x;
  KC_ZERO(edges, local, SIZE);
  const float2 p = points[min(idx, POINTS - 1)];
  uint32_t crossings = 0;
  for (uint32_t base = 0; base < VERTICES; base += SIZE) {
    if (base + local < VERTICES) {
      edges[local] = edge(polygon, base + local);
    }
    __syncthreads();
    const uint32_t count = min(SIZE, VERTICES - base);
    KC_ROLLED
    for (uint32_t i = 0; i < count; i++) {
      const Edge e = edges[i];
      if (p.y >= e.low && p.y < e.high && p.x < e.x + (p.y - e.low) * e.slope) {
        crossings++;
      }
    }
    __syncthreads();
  }
  if (idx < POINTS) {
    inside[idx] = crossings & 1u;
  }
}

int main() {
  auto points = kc::structs<float2>(POINTS, 61, -0.1, 1.1);
  auto polygon = kc::structs<float2>(VERTICES, 62);
  auto inside = kc::zeros<uint32_t>(POINTS);
  kc::run("point-in-polygon", [&] {
    point_in_polygon<<<(POINTS + SIZE - 1) / SIZE, SIZE>>>(points, polygon, inside);
  });
  kc::checksum("inside", inside, POINTS);
}

#include "harness.h"

struct Edge { uint32_t head, tail; };
struct Uniform { uint32_t edgeCount, pad[3]; };

static __device__ __forceinline__ void accumulate(uint32_t* netCurrents, uint32_t node, float current) {
  uint32_t old = *static_cast<volatile uint32_t*>(&netCurrents[node]);
  bool done = false;
  while (!done) {
    const float sum = __uint_as_float(old) + current;
    const uint32_t was = atomicCAS(&netCurrents[node], old, __float_as_uint(sum));
    done = was == old;
    old = was;
  }
}

__global__ void __launch_bounds__(256) network_currents(
    const Edge* __restrict__ edges, const float* __restrict__ conductances,
    const float* __restrict__ potentials, uint32_t* netCurrents, const Uniform uniform) {
  const uint32_t i = blockIdx.x * 256 + threadIdx.x;
  if (i >= uniform.edgeCount) {
    return;
  }
  const Edge edge = edges[i];
  const float current = conductances[i] * (potentials[edge.head] - potentials[edge.tail]);
  accumulate(netCurrents, edge.head, -current);
  accumulate(netCurrents, edge.tail, current);
}

int main() {
  constexpr uint32_t EDGES = 300000, NODES = 4096;
  auto edges = reinterpret_cast<Edge*>(kc::randomU32(2 * EDGES, 1, NODES));
  auto conductances = kc::randomF32(EDGES, 2, 0.01, 1);
  auto potentials = kc::randomF32(NODES, 3, -5, 5);
  auto netCurrents = kc::zeros<uint32_t>(NODES);
  const Uniform uniform = {EDGES, {0, 0, 0}};
  kc::run("network-currents", [&] {
    network_currents<<<(EDGES + 255) / 256, 256>>>(edges, conductances, potentials, netCurrents, uniform);
  });
  kc::checksum("netCurrents", netCurrents, NODES);
}

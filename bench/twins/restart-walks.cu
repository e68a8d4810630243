#include "harness.h"
struct Walks { uint32_t walkers, nodes, stopBelow, longest, seed; };

__device__ __forceinline__ uint32_t mixed(uint32_t state) {
  const uint32_t word = ((state >> ((state >> 28u) + 4u)) ^ state) * 277803737u;
  return (word >> 22u) ^ word;
}

__global__ void __launch_bounds__(64) restart_walks(const uint32_t* __restrict__ rowStarts, const uint32_t* __restrict__ neighbours, uint32_t* ends, uint32_t* lengths, Walks walks) {
  const uint32_t walker = blockIdx.x * 64u + threadIdx.x;
  if (walker >= walks.walkers) return;
  uint32_t state = mixed(walker * 2654435769u + walks.seed);
  uint32_t node = walker % walks.nodes;
  uint32_t length = 0;
#pragma unroll 1
  while (length < walks.longest) {
    state = state * 747796405u + 2891336453u;
    if ((mixed(state) >> 8u) < walks.stopBelow) break;
    const uint32_t first = rowStarts[node];
    const uint32_t degree = rowStarts[node + 1u] - first;
    state = state * 747796405u + 2891336453u;
    node = neighbours[first + mixed(state) % degree];
    length++;
  }
  ends[walker] = node;
  lengths[walker] = length;
}

int main() {
  constexpr uint32_t WALKERS = 1000000, NODES = 400000, DEGREE = 16, LONGEST = 100;
  Walks walks{WALKERS, NODES, 2516582, LONGEST, 7};
  auto rowStarts = kc::csrRows(NODES, DEGREE, 1);
  auto neighbours = kc::randomU32(size_t(NODES) * (DEGREE + 1) + 4096, 2, NODES);
  auto ends = kc::zeros<uint32_t>(WALKERS);
  auto lengths = kc::zeros<uint32_t>(WALKERS);
  KC_RUN(restart_walks<<<dim3(kcCeil(WALKERS, 64)), dim3(64)>>>(rowStarts, neighbours, ends, lengths, walks));
  kc::checksum("ends", ends, WALKERS);
  kc::checksum("lengths", lengths, WALKERS);
}

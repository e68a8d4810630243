// What L2 keeps of lines that are walked again and again: a warp per SM goes through its share of the lines in random
// order, and the time per line tells which part of them was found in L2, on its own side or on the other, and which came
// from DRAM. A line of JSON for each way of walking; results/nvidia-h200-2026-11-29-sweeps.json has them.
// Build and run: nvcc -std=c++17 -arch=sm_90 -O3 -o sweeps sweeps.cu && ./sweeps
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <random>
#include <vector>
constexpr int SMS = 132, WORDS = 32, MOST_MIB = 80;
/** The first word of each line names the next one. */
__global__ void walk(const uint32_t* lines, const uint32_t* starts, int steps, bool stores, uint32_t* stored, long long* cycles, uint32_t* ends) {
  const int warp = blockIdx.x, lane = threadIdx.x;
  uint32_t at = starts[warp];
  const long long from = clock64();
#pragma unroll 1
  for (int step = 0; step < steps; step++) {
    uint32_t next;
    asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(next) : "l"(lines + size_t(at) * WORDS + lane));
    if (stores) stored[size_t(at) * WORDS + lane] = next;
    at = __shfl_sync(~0u, next, 0);
  }
  if (lane == 0) { cycles[warp] = clock64() - from; ends[warp] = at; }
}
struct Way { const char* name; int warps, users; bool stores; int shift; std::vector<int> mebibytes; };
void check(cudaError_t error) { if (error != cudaSuccess) { fprintf(stderr, "%s\n", cudaGetErrorString(error)); exit(1); } }
int main() {
  uint32_t *lines, *stored, *starts, *ends; long long* cycles;
  check(cudaMalloc(&lines, MOST_MIB << 20)); check(cudaMalloc(&stored, MOST_MIB << 20));
  check(cudaMalloc(&starts, 4 * SMS)); check(cudaMalloc(&ends, 4 * SMS)); check(cudaMalloc(&cycles, 8 * SMS));
  const std::vector<int> sizes{12, 16, 20, 24, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 50, 52, 56};
  const std::vector<Way> ways{
    {"one SM walks all", 1, 1, false, 0, {16, 24, 28, 30, 32, 34, 36, 40, 44, 48, 52, 56, 60, 64, 72}},
    {"each again", SMS, 1, false, 0, sizes}, {"each again", SMS, 2, false, 0, sizes}, {"each again", SMS, 6, false, 0, sizes},
    {"each again, with a store beside each load", SMS, 1, true, 0, {12, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26}},
    {"those of the SM 1 further", SMS, 1, false, 1, sizes}, {"those of the SM 37 further", SMS, 1, false, 37, sizes}, {"those of the SM 66 further", SMS, 1, false, 66, sizes}};
  std::mt19937 random(1);
  for (const Way& way : ways) {
    printf("{\"walk\": \"%s\", \"users\": %d, \"cycles\": [", way.name, way.users);
    for (size_t size = 0; size < way.mebibytes.size(); size++) {
      const int shares = way.warps / way.users, own = way.mebibytes[size] * 8192 / shares;
      std::vector<uint32_t> host(size_t(own) * shares * WORDS), start(way.warps);
      for (int share = 0; share < shares; share++) {
        std::vector<uint32_t> order(own);
        std::iota(order.begin(), order.end(), 0u);
        std::shuffle(order.begin(), order.end(), random);
        for (int i = 0; i < own; i++)
          for (int word = 0; word < WORDS; word++) host[(size_t(order[i]) * shares + share) * WORDS + word] = order[(i + 1) % own] * shares + share;
      }
      check(cudaMemcpy(lines, host.data(), host.size() * 4, cudaMemcpyHostToDevice));
      double each = 0;
      for (int round = 0; round < 6; round++) {
        for (int warp = 0; warp < way.warps; warp++) start[warp] = (warp + round * way.shift) % way.warps % shares;
        check(cudaMemcpy(starts, start.data(), 4 * way.warps, cudaMemcpyHostToDevice));
        walk<<<way.warps, 32>>>(lines, starts, own, way.stores, stored, cycles, ends);
        check(cudaDeviceSynchronize());
        std::vector<long long> took(way.warps);
        check(cudaMemcpy(took.data(), cycles, 8 * way.warps, cudaMemcpyDeviceToHost));
        each = std::accumulate(took.begin(), took.end(), 0.0) / way.warps / own;
      }
      printf("%s[%d, %.0f]", size ? ", " : "", way.mebibytes[size], each);
    }
    printf("]}\n");
    fflush(stdout);
  }
}

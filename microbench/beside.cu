// Do atomics and loads get in each other's way in L2? Warps that read sectors at random from 16 MiB and add to memory:
// at one address, at a few, anywhere; with both and with either alone. A line of JSON each.
// Build and run: nvcc -std=c++17 -arch=sm_90 -O3 -o beside beside.cu && ./beside
#include <algorithm>
#include <cstdio>

enum Adds { NONE, ONE, FEW, ANY };

__device__ unsigned mixed(unsigned x) {
  x ^= x >> 16; x *= 0x7feb352du; x ^= x >> 15; x *= 0x846ca68bu; return x ^ x >> 16;
}

/** Each lane reads `loads` words anywhere; then lane 0 adds at one address or one of 64, or all lanes anywhere. */
template <int ADDS> __global__ void body(const unsigned* data, unsigned* sums, int loads, int adds, unsigned mask) {
  const unsigned id = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned at = mixed(id), total = 0;
  for (int i = 0; i < loads; i++) { total += data[at & mask]; at = at * 747796405u + 2891336453u; at ^= at >> 15; }
  for (int i = 0; i < adds; i++) {
    at = mixed(at + total * 0u);
    if (ADDS == ONE && threadIdx.x % 32 == 0) atomicAdd(sums, total);
    if (ADDS == FEW && threadIdx.x % 32 == 0) atomicAdd(sums + (at & 63u) * 8u * 127u, total);
    if (ADDS == ANY) atomicAdd(sums + (at & mask), total);
  }
  if (ADDS == NONE && total == 0x12345678u) sums[0] = total;
}

template <int ADDS> void run(const char* name, const unsigned* data, unsigned* sums, int loads, int adds, int grid) {
  cudaEvent_t from, to; cudaEventCreate(&from); cudaEventCreate(&to);
  float best = 1e9;
  for (int r = 0; r < 12; r++) {
    cudaEventRecord(from); body<ADDS><<<grid, 256>>>(data, sums, loads, adds, (4u << 20) - 1); cudaEventRecord(to);
    cudaEventSynchronize(to);
    float ms; cudaEventElapsedTime(&ms, from, to); best = std::min(best, ms);
  }
  printf("{\"adds\":\"%s\",\"loads\":%d,\"addsPerWarp\":%d,\"workgroups\":%d,\"us\":%.2f}\n", name, loads, adds, grid, best * 1000);
}

int main() {
  unsigned *data, *sums; cudaMalloc(&data, 16 << 20); cudaMalloc(&sums, 16 << 20);
  cudaMemset(data, 0, 16 << 20); cudaMemset(sums, 0, 16 << 20);
  for (int grid : {8448, 23438})
    for (int loads : {0, 1, 2, 4, 8}) {
      run<NONE>("none", data, sums, loads, 0, grid);
      for (int adds : {1, 2, 4}) {
        run<ONE>("one", data, sums, loads, adds, grid);
        run<FEW>("few", data, sums, loads, adds, grid);
        run<ANY>("any", data, sums, loads, adds, grid);
      }
    }
}

// How loops of FADD, SHF and IMAD in random order and by turns go with one to eight warps a scheduler: a line of JSON
// each, with cycles per iteration, warp and scheduler. results/nvidia-h200-2026-11-27-mixes.json has them beside the
// machine code. Build and run: nvcc -std=c++17 -arch=sm_90 -O3 -o mixes mixes.cu && ./mixes
#include <cstdio>
#include <cstdint>
#include <algorithm>
#include <vector>
struct State { float f[8]; int g[8]; int h[8]; float one; int a, b; };
__host__ __device__ constexpr uint32_t mixed(uint32_t x) { x *= 0x9e3779b1u; x ^= x >> 15; x *= 0x2c1b3c6du; x ^= x >> 12; x *= 0x297a2d39u; return x ^ (x >> 15); }
// Hundredths of SHF and of IMAD, the rest FADD, in an order that SEED tells; from 100 on by turns in runs of SEED - 100.
template <int ALU, int MUL, int SEED> __host__ __device__ constexpr int kindAt(int i) {
  if (SEED >= 100) { const int run = SEED - 100; return (i / run) % 2 == 0 ? 0 : (ALU ? 1 : 2); }
  const uint32_t r = mixed(i * 977 + SEED * 7919 + 13) % 100;
  return r < ALU ? 1 : r < ALU + MUL ? 2 : 0;
}
template <int KIND> __device__ __forceinline__ void one(State& s, int i) {
  if (KIND == 0) asm volatile("add.f32 %0, %0, %1;" : "+f"(s.f[i & 7]) : "f"(s.one));
  if (KIND == 1) asm volatile("shf.l.wrap.b32 %0, %0, %1, 3;" : "+r"(s.g[i & 7]) : "r"(s.a));
  if (KIND == 2) asm volatile("mad.lo.s32 %0, %0, %1, %2;" : "+r"(s.h[i & 7]) : "r"(s.a), "r"(s.b));
}
template <int ALU, int MUL, int SEED, int N, int I> struct Body { static __device__ __forceinline__ void go(State& s) { constexpr int kind = kindAt<ALU, MUL, SEED>(I); one<kind>(s, I); Body<ALU, MUL, SEED, N, I + 1>::go(s); } };
template <int ALU, int MUL, int SEED, int N> struct Body<ALU, MUL, SEED, N, N> { static __device__ __forceinline__ void go(State& s) {} };
template <int ALU, int MUL, int SEED, int N> __global__ void __launch_bounds__(1024, 2) kernel(int trips, const int* opaque, long long* times, float* result) {
  State s;
  const int lane = threadIdx.x & 31;
  for (int i = 0; i < 8; i++) { s.f[i] = opaque[i * 1024 + threadIdx.x]; s.g[i] = opaque[i * 1024 + threadIdx.x]; s.h[i] = opaque[i * 1024 + threadIdx.x]; }
  s.a = opaque[13000 + lane]; s.b = opaque[13100 + lane]; s.one = s.a;
  const int all = trips + opaque[14000 + lane];
  long long start = 0, end = 0;
#pragma unroll 1
  for (int round = 0; round < 2; round++) {
    __syncthreads();
    start = clock64();
#pragma unroll 1
    for (int t = 0; t < all; t++) Body<ALU, MUL, SEED, N, 0>::go(s);
    end = clock64();
  }
  float sum = 0;
  for (int i = 0; i < 8; i++) sum += s.f[i] + s.g[i] + s.h[i];
  if (lane == 0) times[(blockIdx.x * blockDim.x + threadIdx.x) / 32] = end - start;
  if (sum == 12.34f) result[threadIdx.x] = sum;
}
template <int ALU, int MUL, int SEED, int N> void run() {
  const int trips = 1024;
  static long long* times; static float* result; static int* opaque;
  if (!opaque) {
    cudaMallocManaged(&times, 8 * 264 * 32); cudaMalloc(&result, 4096); cudaMallocManaged(&opaque, 65536);
    for (int i = 0; i < 16384; i++) opaque[i] = 0;
    for (int i = 0; i < 32; i++) { opaque[13000 + i] = 3; opaque[13100 + i] = 7; }
  }
  int counts[3] = {};
  for (int i = 0; i < N; i++) counts[kindAt<ALU, MUL, SEED>(i)]++;
  printf("{\"alu\":%d,\"mul\":%d,\"seed\":%d,\"n\":%d,\"fadd\":%d,\"shf\":%d,\"imad\":%d,\"kinds\":\"", ALU, MUL, SEED, N, counts[0], counts[1], counts[2]);
  for (int i = 0; i < N; i++) putchar('0' + kindAt<ALU, MUL, SEED>(i));
  printf("\",\"cycles\":{");
  for (int threads : {128, 256, 512, 1024}) {
    kernel<ALU, MUL, SEED, N><<<132, threads>>>(trips, opaque, times, result);
    if (cudaDeviceSynchronize() != cudaSuccess) { printf("error %s\n", cudaGetErrorString(cudaGetLastError())); exit(1); }
    std::vector<double> all;
    for (int b = 0; b < 132; b++) { long long most = 0; for (int w = 0; w < threads / 32; w++) most = std::max(most, times[b * threads / 32 + w]); all.push_back(double(most) / trips / (threads / 128)); }
    std::sort(all.begin(), all.end());
    printf("%s\"%d\":%.2f", threads == 128 ? "" : ",", threads / 128, all[66]);
  }
  printf("}}\n");
}
template <int N> void lengths() { run<0, 0, 1, N>(); if constexpr (N + 4 <= 80) lengths<N + 4>(); }
template <int N> void lengthsMul() { run<0, 100, 1, N>(); if constexpr (N + 8 <= 72) lengthsMul<N + 8>(); }
int main() {
  lengths<4>(); lengthsMul<4>();
  run<1, 0, 101, 96>(); run<1, 0, 102, 96>(); run<1, 0, 104, 96>(); run<1, 0, 108, 96>(); run<1, 0, 116, 96>(); run<0, 1, 101, 96>(); run<0, 1, 102, 96>(); run<0, 1, 104, 96>();
#define R(A, M) run<A, M, 1, 96>(); run<A, M, 2, 96>(); run<A, M, 3, 96>();
  R(10, 0) R(20, 0) R(30, 0) R(40, 0) R(50, 0) R(60, 0) R(80, 0) R(0, 10) R(0, 20) R(0, 30) R(0, 40) R(0, 50) R(0, 70) R(20, 20) R(30, 30) R(40, 40) R(50, 50) R(30, 70) R(70, 30) R(45, 10) R(10, 45) R(33, 33)
}

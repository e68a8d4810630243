// Harness of CUDA twins of WGSL kernels: data as kernelcast makes them (docs/launch-files.md), timing, ncu mode.
// Compile: nvcc -arch=sm_90 -O3 -use_fast_math -lineinfo NAME.cu
// KC_ONCE set: launches exactly twice, no timing (for ncu: -s 1 -c 1 takes the warm one).
// KC_SUM set: prints an FNV-1a hash of whatever is given to kc::checksum(...) (call it after KC_RUN if wanted).
#pragma once
#include <cuda_runtime.h>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>
#include <type_traits>
#include <vector>

#define KC_CHECK(expression) kc::check((expression), #expression, __FILE__, __LINE__)

namespace kc {

inline void check(cudaError_t error, const char* what, const char* file, int line) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "%s:%d: %s: %s (%s)\n", file, line, what, cudaGetErrorName(error), cudaGetErrorString(error));
  std::exit(1);
}

// ---- the contract's generators, on the host ----

inline uint32_t hash(uint32_t index, uint32_t seed) {
  const uint32_t x = (index + seed * 0x9E3779B9u) * 747796405u + 2891336453u;
  const uint32_t w = ((x >> ((x >> 28) + 4)) ^ x) * 277803737u;
  return (w >> 22) ^ w;
}

/** Element of random-f32 before it is rounded. min and max are doubles: write 0.1, not 0.1f. */
inline double randomDouble(uint32_t index, uint32_t seed, double min, double max) {
  return min + ((max - min) * double(hash(index, seed) >> 8)) / 16777216.0;
}

template <class F>
inline void parallelFor(size_t count, F each) {
  const size_t threads = count < (1u << 20) ? 1 : std::min<size_t>(8, std::max(1u, std::thread::hardware_concurrency()));
  const auto part = [&](size_t from, size_t to) { for (size_t i = from; i < to; i++) each(i); };
  if (threads == 1) return part(0, count);
  std::vector<std::thread> all;
  for (size_t t = 0; t < threads; t++) all.emplace_back(part, count * t / threads, count * (t + 1) / threads);
  for (auto& thread : all) thread.join();
}

inline std::vector<float> hostRandomF32(size_t count, uint32_t seed, double min = 0, double max = 1) {
  std::vector<float> v(count);
  parallelFor(count, [&](size_t i) { v[i] = float(randomDouble(uint32_t(i), seed, min, max)); });
  return v;
}
inline std::vector<uint32_t> hostRandomU32(size_t count, uint32_t seed, uint32_t modulo = 0) {
  std::vector<uint32_t> v(count);
  parallelFor(count, [&](size_t i) { const uint32_t h = hash(uint32_t(i), seed); v[i] = modulo ? h % modulo : h; });
  return v;
}
/** `words` (0: rows + 1) words; past the last row start there are zeros. */
inline std::vector<uint32_t> hostCsrRows(size_t rows, uint32_t meanRow, uint32_t seed, size_t words = 0) {
  std::vector<uint32_t> v(words ? words : rows + 1);
  const uint32_t lengths = 2 * meanRow - 1;
  uint32_t sum = 0;
  for (size_t r = 0; r <= rows && r < v.size(); r++) {
    v[r] = sum;
    sum += 1 + hash(uint32_t(r), seed) % lengths;
  }
  return v;
}

// ---- the same in device memory ----

template <class T>
inline T* alloc(size_t count) {
  T* d = nullptr;
  KC_CHECK(cudaMalloc(&d, std::max<size_t>(count * sizeof(T), 4)));
  return d;
}
template <class T>
inline T* zeros(size_t count) {
  T* d = alloc<T>(count);
  KC_CHECK(cudaMemset(d, 0, std::max<size_t>(count * sizeof(T), 4)));
  return d;
}
template <class T>
inline T* upload(const std::vector<T>& v) {
  T* d = alloc<T>(v.size());
  KC_CHECK(cudaMemcpy(d, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice));
  return d;
}
/** Words of any kind as an array of T, followed by zeros up to `count` elements of T (0: as many as the words give). */
template <class T, class W>
inline T* uploadAs(const std::vector<W>& v, size_t count = 0) {
  const size_t bytes = v.size() * sizeof(W);
  const size_t all = count ? count : bytes / sizeof(T);
  T* d = zeros<T>(all);
  KC_CHECK(cudaMemcpy(d, v.data(), std::min(bytes, all * sizeof(T)), cudaMemcpyHostToDevice));
  return d;
}
inline float* randomF32(size_t count, uint32_t seed, double min = 0, double max = 1) { return upload(hostRandomF32(count, seed, min, max)); }
inline uint32_t* randomU32(size_t count, uint32_t seed, uint32_t modulo = 0) { return upload(hostRandomU32(count, seed, modulo)); }
inline uint32_t* csrRows(size_t rows, uint32_t meanRow, uint32_t seed, size_t words = 0) { return upload(hostCsrRows(rows, meanRow, seed, words)); }
/** `count` elements of T (float2, float4, a struct) whose 32-bit words are random-f32. */
template <class T>
inline T* structs(size_t count, uint32_t seed, double min = 0, double max = 1) { return uploadAs<T>(hostRandomF32(count * sizeof(T) / 4, seed, min, max)); }

/** With KC_SUM: FNV-1a of the words of device memory, and the first four as u32 and f32. */
template <class T>
inline void checksum(const char* name, const T* d, size_t count) {
  if (!std::getenv("KC_SUM")) return;
  std::vector<uint32_t> v(count * sizeof(T) / 4);
  KC_CHECK(cudaMemcpy(v.data(), d, v.size() * 4, cudaMemcpyDeviceToHost));
  uint32_t h = 2166136261u;
  double sum = 0;
  for (uint32_t word : v) {
    h = (h ^ word) * 16777619u;
    float f;
    std::memcpy(&f, &word, 4);
    if (std::isfinite(f)) sum += f;
  }
  std::printf("  %s: fnv %08x, sum as f32 %.9g;", name, h, sum);
  for (size_t i = 0; i < std::min<size_t>(4, v.size()); i++) {
    float f;
    std::memcpy(&f, &v[i], 4);
    std::printf(" %u (%.7g)", v[i], f);
  }
  std::printf("\n");
}

/** Launches once to warm and ten times timed alone, prints the median; with KC_ONCE exactly twice, untimed. */
template <class F>
inline void run(const char* text, F launch) {
  const char* end = std::strstr(text, "<<<");
  std::string name = end ? std::string(text, end - text) : std::string(text);
  while (!name.empty() && name.back() == ' ') name.pop_back();
  const auto once = [&] {
    launch();
    KC_CHECK(cudaGetLastError());
    KC_CHECK(cudaDeviceSynchronize());
  };
  once();
  if (std::getenv("KC_ONCE")) return once();
  cudaEvent_t before, after;
  KC_CHECK(cudaEventCreate(&before));
  KC_CHECK(cudaEventCreate(&after));
  std::vector<float> times;
  for (int i = 0; i < 10; i++) {
    KC_CHECK(cudaEventRecord(before));
    launch();
    KC_CHECK(cudaGetLastError());
    KC_CHECK(cudaEventRecord(after));
    KC_CHECK(cudaEventSynchronize(after));
    float ms = 0;
    KC_CHECK(cudaEventElapsedTime(&ms, before, after));
    times.push_back(ms * 1000);
  }
  KC_CHECK(cudaEventDestroy(before));
  KC_CHECK(cudaEventDestroy(after));
  std::sort(times.begin(), times.end());
  std::printf("%s  %.2f\n", name.c_str(), (times[4] + times[5]) / 2);
  std::fflush(stdout);
}

// ---- device helpers for twins ----

/** WGSL's zeroing of workgroup memory, as Vulkan drivers do it (16-byte stores of all threads, then a barrier that the
 *  caller writes once after the last). The array has to be __align__(16). -DKC_NO_ZEROING leaves it out. */
template <class T>
__device__ __forceinline__ void zeroShared(T& array, unsigned index, unsigned threads) {
#ifndef KC_NO_ZEROING
  float4* quads = reinterpret_cast<float4*>(&array);
#pragma unroll
  for (unsigned base = 0; base < sizeof(T) / 16; base += threads) {
    const unsigned i = base + index;
    if (base + threads <= sizeof(T) / 16 || i < sizeof(T) / 16) quads[i] = make_float4(0, 0, 0, 0);
  }
  constexpr unsigned rest = sizeof(T) % 16 / 4;
  if (rest && index < rest) reinterpret_cast<unsigned*>(&array)[sizeof(T) / 16 * 4 + index] = 0;
#endif
}
__device__ __forceinline__ void zeroBarrier() {
#ifndef KC_NO_ZEROING
  __syncthreads();
#endif
}
/** A 16-byte load that stays one: LDG.E.128.STRONG.SM, as the Vulkan driver loads a vec3 at 16 bytes. */
__device__ __forceinline__ float4 loadStrong128(const void* at) {
  float4 v;
  asm("ld.relaxed.cta.global.v4.f32 {%0, %1, %2, %3}, [%4];" : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w) : "l"(__cvta_generic_to_global(at)));
  return v;
}
/** Stores that are not merged with their neighbours: STG.E.64.STRONG.SM and STG.E.STRONG.SM. */
__device__ __forceinline__ void storeStrong64(void* at, float x, float y) {
  asm volatile("st.relaxed.cta.global.v2.f32 [%0], {%1, %2};" ::"l"(__cvta_generic_to_global(at)), "f"(x), "f"(y) : "memory");
}
__device__ __forceinline__ void storeStrong32(void* at, float x) {
  asm volatile("st.relaxed.cta.global.f32 [%0], %1;" ::"l"(__cvta_generic_to_global(at)), "f"(x) : "memory");
}
__device__ __forceinline__ float mix(float a, float b, float t) { return a + t * (b - a); }

}  // namespace kc

#define KC_RUN(...) kc::run(#__VA_ARGS__, [&] { __VA_ARGS__; })

/** Keeps registers low enough for `blocks` blocks on a multiprocessor, as the Vulkan driver's code is; -DKC_FREE: as nvcc likes. */
#ifdef KC_FREE
#define KC_BOUNDS(threads, blocks) __launch_bounds__(threads)
#else
#define KC_BOUNDS(threads, blocks) __launch_bounds__(threads, blocks)
#endif

/** ceil(a / b), for dispatches. */
constexpr unsigned kcCeil(unsigned a, unsigned b) { return (a + b - 1) / b; }

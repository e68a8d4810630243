#pragma once
#include <cstdint>
#include <cuda_runtime.h>
// What the twins share beyond harness.h: subgroup sums as butterflies, and what -DDRIVER changes: with it, loops are rolled
// and unrolled as kernelcast's `inspect` shows them for the H200's Vulkan driver (nvcc by itself unrolls many loops of
// unknown length by four), and workgroup memory is zeroed at the start as Dawn does. Without it nvcc does as it likes.
#ifdef DRIVER
#define KC_ROLLED _Pragma("unroll 1")
#define KC_UNROLLED _Pragma("unroll")
#define KC_ZERO(array, thread, threads) kc2::zeroShared(&array, sizeof(array), thread, threads)
#else
#define KC_ROLLED
#define KC_UNROLLED
#define KC_ZERO(array, thread, threads)
#endif
namespace kc2 {
constexpr uint32_t WIDTH = 32; // of a subgroup
static __device__ __forceinline__ float subgroupAdd(float value) {
  for (uint32_t mask = 16; mask > 0; mask >>= 1) value += __shfl_xor_sync(0xffffffffu, value, mask);
  return value;
}
static __device__ __forceinline__ void zeroShared(void* array, uint32_t bytes, uint32_t thread, uint32_t threads) {
#pragma unroll 1
  for (uint32_t i = thread; i < bytes / 16; i += threads) static_cast<uint4*>(array)[i] = make_uint4(0, 0, 0, 0);
  __syncthreads();
}
} // namespace kc2

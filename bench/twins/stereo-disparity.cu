#include "harness.h"
constexpr int32_t WIDTH = 640, HEIGHT = 480, SHIFTS = 48;
constexpr int32_t RADIUS = 2;

__device__ __forceinline__ int32_t clampI(int32_t v, int32_t low, int32_t high) { return min(max(v, low), high); }

__device__ __forceinline__ int32_t difference(const uint32_t* __restrict__ left, const uint32_t* __restrict__ right, int32_t x, int32_t y, int32_t shift) {
  int32_t sum = 0;
#pragma unroll
  for (int32_t dy = -RADIUS; dy <= RADIUS; dy++) {
    const int32_t row = clampI(y + dy, 0, HEIGHT - 1) * WIDTH;
#pragma unroll
    for (int32_t dx = -RADIUS; dx <= RADIUS; dx++) {
      const int32_t l = int32_t(left[row + clampI(x + dx, 0, WIDTH - 1)]);
      const int32_t r = int32_t(right[row + clampI(x + dx - shift, 0, WIDTH - 1)]);
      sum += abs(l - r);
    }
  }
  return sum;
}

__global__ void __launch_bounds__(32) stereo_disparity(const uint32_t* __restrict__ left, const uint32_t* __restrict__ right, uint32_t* disparity) {
  const int32_t x = int32_t(blockIdx.x * 32u + threadIdx.x);
  const int32_t y = int32_t(blockIdx.y * 1u + threadIdx.y);
  if (x >= WIDTH || y >= HEIGHT) return;
  int32_t best = 0;
  int32_t least = 0x7fffffff;
  const int32_t candidates = min(SHIFTS, x + 1);
#pragma unroll 1
  for (int32_t shift = 0; shift < candidates; shift++) {
    const int32_t cost = difference(left, right, x, y, shift);
    if (cost < least) {
      least = cost;
      best = shift;
    }
  }
  disparity[y * WIDTH + x] = uint32_t(best);
}

int main() {
  constexpr size_t pixels = size_t(WIDTH) * HEIGHT;
  auto left = kc::randomU32(pixels, 1, 256);
  auto right = kc::randomU32(pixels, 2, 256);
  auto disparity = kc::zeros<uint32_t>(pixels);
  KC_RUN(stereo_disparity<<<dim3(kcCeil(WIDTH, 32), HEIGHT), dim3(32, 1)>>>(left, right, disparity));
  kc::checksum("disparity", disparity, pixels);
}

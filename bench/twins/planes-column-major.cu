#include "harness.h"
constexpr uint32_t WIDTH = 3000, HEIGHT = 2000;

__device__ __forceinline__ float linear(float c) {
  const float low = c * (1.0f / 12.92f);  // divisions by constants: the driver multiplies
  const float high = __powf((c + 0.055f) * (1.0f / 1.055f), 2.4f);
  return c <= 0.04045f ? low : high;
}
__device__ __forceinline__ float unorm(uint32_t byte) { return float(byte) * (1.0f / 255.0f); }

__global__ void __launch_bounds__(256) planes_column_major(const uint32_t* __restrict__ pixels, float* planes) {
  const uint32_t idX = blockIdx.x * 16u + threadIdx.x, idY = blockIdx.y * 16u + threadIdx.y;
  if (idX >= WIDTH || idY >= HEIGHT) return;
  const uint32_t pixel = pixels[idY * WIDTH + idX];
  const float r = linear(unorm(pixel & 255u)), g = linear(unorm((pixel >> 8) & 255u)), b = linear(unorm((pixel >> 16) & 255u));
  const uint32_t to = idX * HEIGHT + idY;
  planes[to] = r;
  planes[to + WIDTH * HEIGHT] = g;
  planes[to + 2u * WIDTH * HEIGHT] = b;
}

int main() {
  auto pixels = kc::randomU32(size_t(WIDTH) * HEIGHT, 1);
  auto planes = kc::zeros<float>(size_t(3) * WIDTH * HEIGHT);
  KC_RUN(planes_column_major<<<dim3(kcCeil(WIDTH, 16), kcCeil(HEIGHT, 16)), dim3(16, 16)>>>(pixels, planes));
  kc::checksum("planes", planes, size_t(3) * WIDTH * HEIGHT);
}

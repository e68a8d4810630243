#include "harness.h"

struct Picture { uint32_t width, height; float centreX, centreY; float axisRatio, ringWidth; uint32_t rings, pad; };

static __device__ __forceinline__ void addToRing(uint32_t* sums, uint32_t ring, float brightness) {
  uint32_t old = *static_cast<volatile uint32_t*>(&sums[ring]);
  for (;;) {
    const uint32_t sum = __float_as_uint(__uint_as_float(old) + brightness);
    const uint32_t was = atomicCAS(&sums[ring], old, sum);
    if (was == old) {
      break;
    }
    old = was;
  }
}

__global__ void __launch_bounds__(256) radial_profile(
    const float* __restrict__ pixels, uint32_t* sums, uint32_t* counts, const Picture picture) {
  const uint32_t idx = blockIdx.x * 16 + threadIdx.x;
  const uint32_t idy = blockIdx.y * 16 + threadIdx.y;
  if (idx >= picture.width || idy >= picture.height) {
    return;
  }
  const float offsetX = float(idx) + 0.5f - picture.centreX;
  float offsetY = float(idy) + 0.5f - picture.centreY;
  offsetY /= picture.axisRatio;
  const uint32_t ring = uint32_t(sqrtf(offsetX * offsetX + offsetY * offsetY) / picture.ringWidth);
  if (ring < picture.rings) {
    addToRing(sums, ring, pixels[idy * picture.width + idx]);
    atomicAdd(&counts[ring], 1u);
  }
}

int main() {
  constexpr uint32_t WIDTH = 400, HEIGHT = 300, RINGS = 256;
  auto pixels = kc::randomF32(WIDTH * HEIGHT, 1, 0, 10);
  auto sums = kc::zeros<uint32_t>(RINGS);
  auto counts = kc::zeros<uint32_t>(RINGS);
  const Picture picture = {WIDTH, HEIGHT, float(0.48 * WIDTH), float(0.53 * HEIGHT), 0.7f, 1.0f, RINGS, 0};
  kc::run("radial-profile", [&] {
    radial_profile<<<dim3((WIDTH + 15) / 16, (HEIGHT + 15) / 16), dim3(16, 16)>>>(pixels, sums, counts, picture);
  });
  kc::checksum("sums", sums, RINGS);
  kc::checksum("counts", counts, RINGS);
}

#include "harness.h"
constexpr uint32_t IMAGES = 4, CIN = 64, COUT = 32, H = 56, W = 56;
constexpr uint32_t KERNEL = 4;

__device__ __forceinline__ float leaky(float v) { return v > 0.0f ? v : 0.2f * v; }

__global__ void __launch_bounds__(128) conv_transpose_2x(const float* __restrict__ input, const float* __restrict__ weights, const float* __restrict__ bias, float* output) {
  const uint32_t idX = blockIdx.x * 32u + threadIdx.x, idY = blockIdx.y * 4u + threadIdx.y, idZ = blockIdx.z;
  const uint32_t width = 2u * W;
  const uint32_t height = 2u * H;
  if (idX >= width || idY >= height) return;
  const uint32_t image = idZ / COUT;
  const uint32_t oc = idZ % COUT;

  const uint32_t firstRow = (idY + 1u) % 2u;
  const uint32_t firstColumn = (idX + 1u) % 2u;

  float sum = bias[oc];
  // The driver leaves all three loops as loops (one LDG pair, one FFMA in its code).
#pragma unroll 1
  for (uint32_t ic = 0; ic < CIN; ic++) {
    const uint32_t plane = (image * CIN + ic) * H * W;
    const uint32_t filterBase = (ic * COUT + oc) * KERNEL * KERNEL;
#pragma unroll 1
    for (uint32_t ky = firstRow; ky < KERNEL; ky += 2u) {
      const int32_t iy = (int32_t(idY) + 1 - int32_t(ky)) / 2;
      if (int32_t(idY) + 1 < int32_t(ky) || iy >= int32_t(H)) continue;
#pragma unroll 1
      for (uint32_t kx = firstColumn; kx < KERNEL; kx += 2u) {
        const int32_t ix = (int32_t(idX) + 1 - int32_t(kx)) / 2;
        if (int32_t(idX) + 1 < int32_t(kx) || ix >= int32_t(W)) continue;
        sum += input[plane + uint32_t(iy) * W + uint32_t(ix)] * weights[filterBase + ky * KERNEL + kx];
      }
    }
  }
  output[(idZ * height + idY) * width + idX] = leaky(sum);
}

int main() {
  auto input = kc::randomF32(size_t(IMAGES) * CIN * H * W, 21, -1, 1);
  auto weights = kc::randomF32(size_t(16) * CIN * COUT, 22, -0.08, 0.08);
  auto bias = kc::randomF32(COUT, 23, -0.1, 0.1);
  auto output = kc::zeros<float>(size_t(4) * IMAGES * COUT * H * W);
  KC_RUN(conv_transpose_2x<<<dim3(kcCeil(2 * W, 32), kcCeil(2 * H, 4), IMAGES * COUT), dim3(32, 4)>>>(input, weights, bias, output));
  kc::checksum("output", output, size_t(4) * IMAGES * COUT * H * W);
}

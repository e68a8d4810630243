#include "harness.h"
#include "as-driver.h"

constexpr uint32_t TILE = 64, DEPTH = 16, PER = 4;

struct Shape { uint32_t m, n, d; float gamma; };

__global__ void __launch_bounds__(256) rbf_kernel_tiles(
    const float* __restrict__ xs, const float* __restrict__ ys, const float* __restrict__ xNorm,
    const float* __restrict__ yNorm, float* kernel, const Shape shape) {
  __shared__ __align__(16) float xTile[DEPTH][TILE];
  __shared__ __align__(16) float yTile[DEPTH][TILE];
  const uint32_t lidx = threadIdx.x, lidy = threadIdx.y;
  const uint32_t tid = lidy * 16 + lidx;
  KC_ZERO(xTile, tid, 256);
  KC_ZERO(yTile, tid, 256);
  const uint32_t row0 = blockIdx.y * TILE;
  const uint32_t col0 = blockIdx.x * TILE;
  float acc[PER][4] = {};

  for (uint32_t k0 = 0; k0 < shape.d; k0 += DEPTH) {
    KC_ROLLED
    for (uint32_t i = tid; i < TILE * DEPTH; i += 256) {
      const uint32_t r = i / DEPTH;
      const uint32_t k = i % DEPTH;
      xTile[k][r] = xs[(row0 + r) * shape.d + k0 + k];
      yTile[k][r] = ys[(col0 + r) * shape.d + k0 + k];
    }
    __syncthreads();

    KC_UNROLLED
    for (uint32_t k = 0; k < DEPTH; k++) {
      const uint32_t c = lidx * PER;
      const float y[4] = {yTile[k][c], yTile[k][c + 1], yTile[k][c + 2], yTile[k][c + 3]};
      for (uint32_t r = 0; r < PER; r++) {
        const float x = xTile[k][lidy * PER + r];
        acc[r][0] += x * y[0];
        acc[r][1] += x * y[1];
        acc[r][2] += x * y[2];
        acc[r][3] += x * y[3];
      }
    }
    __syncthreads();
  }

  for (uint32_t r = 0; r < PER; r++) {
    const uint32_t row = row0 + lidy * PER + r;
    for (uint32_t c = 0; c < PER; c++) {
      const uint32_t col = col0 + lidx * PER + c;
      const float squared = fmaxf(0.0f, xNorm[row] + yNorm[col] - 2.0f * acc[r][c]);
      kernel[row * shape.n + col] = expf(-shape.gamma * squared);
    }
  }
}

int main() {
  constexpr uint32_t M = 4096, N = 4096, D = 128;
  auto xs = kc::randomF32(size_t(M) * D, 1, -1, 1);
  auto ys = kc::randomF32(size_t(N) * D, 2, -1, 1);
  auto xNorm = kc::randomF32(M, 3, 38, 46);
  auto yNorm = kc::randomF32(N, 4, 38, 46);
  auto kernel = kc::zeros<float>(size_t(M) * N);
  const Shape shape = {M, N, D, 0.02f};
  kc::run("rbf-kernel-tiles", [&] {
    rbf_kernel_tiles<<<dim3(N / 64, M / 64), dim3(16, 16)>>>(xs, ys, xNorm, yNorm, kernel, shape);
  });
  kc::checksum("kernel", kernel, size_t(M) * N);
}

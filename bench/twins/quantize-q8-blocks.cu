#include "harness.h"
#include "as-driver.h"

constexpr uint32_t QK = 32;

// `blocks` stands for arrayLength(&scales)
__global__ void __launch_bounds__(64) quantize_q8_blocks(
    const float* __restrict__ weights, float* scales, uint32_t* quants, uint32_t blocks) {
  const uint32_t block = blockIdx.x * 64 + threadIdx.x;
  if (block >= blocks) {
    return;
  }
  const uint32_t base = block * QK;

  float amax = 0.0f;
  for (uint32_t i = 0; i < QK; i++) {
    amax = fmaxf(amax, fabsf(weights[base + i]));
  }

  const float scale = amax / 127.0f;
  const float inverse = scale == 0.0f ? 0.0f : 1.0f / scale;
  scales[block] = scale;

  // Rolled, it reads the weights again; else nvcc keeps all 32 in registers from the first loop.
  KC_ROLLED
  for (uint32_t i = 0; i < QK; i += 4) {
    const int32_t q0 = int32_t(rintf(weights[base + i] * inverse));
    const int32_t q1 = int32_t(rintf(weights[base + i + 1] * inverse));
    const int32_t q2 = int32_t(rintf(weights[base + i + 2] * inverse));
    const int32_t q3 = int32_t(rintf(weights[base + i + 3] * inverse));
    quants[(base + i) / 4] = (uint32_t(q0) & 0xffu)
      | ((uint32_t(q1) & 0xffu) << 8)
      | ((uint32_t(q2) & 0xffu) << 16)
      | ((uint32_t(q3) & 0xffu) << 24);
  }
}

int main() {
  constexpr uint32_t BLOCKS = 5120u * 4096u / 32u;
  auto weights = kc::randomF32(size_t(32) * BLOCKS, 21, -0.3, 0.3);
  auto scales = kc::zeros<float>(BLOCKS);
  auto quants = kc::zeros<uint32_t>(size_t(8) * BLOCKS);
  kc::run("quantize-q8-blocks", [&] {
    quantize_q8_blocks<<<(BLOCKS + 63) / 64, 64>>>(weights, scales, quants, BLOCKS);
  });
  kc::checksum("scales", scales, BLOCKS);
  kc::checksum("quants", quants, size_t(8) * BLOCKS);
}

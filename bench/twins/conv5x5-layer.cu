#include "harness.h"
struct Layer { uint32_t width, height, inputs, outputs; };

// 16 blocks as with the 22 registers that the Vulkan driver takes (driver-code-nvidia-h200.json)
__global__ void KC_BOUNDS(128, 16) conv5x5_layer(Layer layer, const float* __restrict__ image, const float* __restrict__ filters, const float* __restrict__ bias, float* activations) {
  const uint32_t idX = blockIdx.x * 4u + threadIdx.x, idY = blockIdx.y * 32u + threadIdx.y, idZ = blockIdx.z;
  if (idX >= layer.width || idY >= layer.height) return;
  const int32_t width = int32_t(layer.width);
  const int32_t height = int32_t(layer.height);
  float sum = bias[idZ];
#pragma unroll 1
  for (uint32_t c = 0; c < layer.inputs; c++) {
    const uint32_t plane = c * layer.width * layer.height;
    const uint32_t taps = (idZ * layer.inputs + c) * 25u;
#pragma unroll
    for (int32_t fy = 0; fy < 5; fy++) {
      const int32_t y = int32_t(idY) + fy - 2;
      if (y < 0 || y >= height) continue;
#pragma unroll
      for (int32_t fx = 0; fx < 5; fx++) {
        const int32_t x = int32_t(idX) + fx - 2;
        if (x >= 0 && x < width) sum += image[plane + uint32_t(y * width + x)] * filters[taps + uint32_t(fy * 5 + fx)];
      }
    }
  }
  activations[(idZ * layer.height + idY) * layer.width + idX] = fmaxf(sum, 0.0f);
}

int main() {
  constexpr uint32_t WIDTH = 400, HEIGHT = 300, INPUTS = 8, OUTPUTS = 16;
  Layer layer{WIDTH, HEIGHT, INPUTS, OUTPUTS};
  auto image = kc::randomF32(size_t(WIDTH) * HEIGHT * INPUTS, 1);
  auto filters = kc::randomF32(size_t(25) * INPUTS * OUTPUTS, 2, -0.2, 0.2);
  auto bias = kc::randomF32(OUTPUTS, 3, -0.1, 0.1);
  auto activations = kc::zeros<float>(size_t(WIDTH) * HEIGHT * OUTPUTS);
  KC_RUN(conv5x5_layer<<<dim3(kcCeil(WIDTH, 4), kcCeil(HEIGHT, 32), OUTPUTS), dim3(4, 32)>>>(layer, image, filters, bias, activations));
  kc::checksum("activations", activations, size_t(WIDTH) * HEIGHT * OUTPUTS);
}

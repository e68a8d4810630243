#include "harness.h"
#include "as-driver.h"

constexpr uint32_t NX = 24, NY = 24, NZ = 24, NT = 24;

struct Matrix { float2 e[9]; };

static __device__ __forceinline__ Matrix product(Matrix a, Matrix b) {
  Matrix left = a;
  Matrix right = b;
  Matrix result;
  for (uint32_t i = 0; i < 3; i++) {
    for (uint32_t j = 0; j < 3; j++) {
      float2 sum = make_float2(0.0f, 0.0f);
      for (uint32_t k = 0; k < 3; k++) {
        const float2 x = left.e[i * 3 + k];
        const float2 y = right.e[k * 3 + j];
        sum.x += x.x * y.x - x.y * y.y;
        sum.y += x.x * y.y + x.y * y.x;
      }
      result.e[i * 3 + j] = sum;
    }
  }
  return result;
}

static __device__ __forceinline__ float overlap(Matrix a, Matrix b) {
  float sum = 0.0f;
  for (uint32_t e = 0; e < 9; e++) {
    sum += a.e[e].x * b.e[e].x + a.e[e].y * b.e[e].y;
  }
  return sum;
}

__global__ void __launch_bounds__(64) plaquette_sums(const Matrix* __restrict__ links, float* action) {
  const uint32_t site = blockIdx.x * 64 + threadIdx.x;
  if (site >= NX * NY * NZ * NT) {
    return;
  }
  const uint32_t x = site % NX;
  const uint32_t y = (site / NX) % NY;
  const uint32_t z = (site / (NX * NY)) % NZ;
  const uint32_t t = site / (NX * NY * NZ);
  const uint32_t neighbours[4] = {
    x == NX - 1 ? site + 1 - NX : site + 1,
    y == NY - 1 ? site + NX - NX * NY : site + NX,
    z == NZ - 1 ? site + NX * NY - NX * NY * NZ : site + NX * NY,
    t == NT - 1 ? site - (NT - 1) * NX * NY * NZ : site + NX * NY * NZ,
  };

  float sum = 0.0f;
  KC_ROLLED
  for (uint32_t m = 0; m < 3; m++) {
    KC_ROLLED
    for (uint32_t n = m + 1; n < 4; n++) {
      const Matrix there = product(links[site * 4 + m], links[neighbours[m] * 4 + n]);
      const Matrix back = product(links[site * 4 + n], links[neighbours[n] * 4 + m]);
      sum += overlap(there, back);
    }
  }
  action[site] = sum;
}

int main() {
  constexpr uint32_t SITES = NX * NY * NZ * NT;
  auto links = reinterpret_cast<Matrix*>(kc::randomF32(size_t(72) * SITES, 1, -0.7, 0.7));
  auto action = kc::zeros<float>(SITES);
  kc::run("plaquette-sums", [&] { plaquette_sums<<<(SITES + 63) / 64, 64>>>(links, action); });
  kc::checksum("action", action, SITES);
}

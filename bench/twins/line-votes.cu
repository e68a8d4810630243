#include "harness.h"
#include "as-driver.h"

constexpr uint32_t ANGLES = 120;
constexpr int32_t ONE = 16384;

struct Vote { uint32_t width, height, bins; float threshold; };

__global__ void __launch_bounds__(256) line_votes(
    const Vote vote, const float* __restrict__ gradient, const int2* __restrict__ direction, uint32_t* accumulator) {
  const uint32_t px = blockIdx.x * 16 + threadIdx.x;
  const uint32_t py = blockIdx.y * 16 + threadIdx.y;
  if (px >= vote.width || py >= vote.height) { return; }
  if (gradient[py * vote.width + px] < vote.threshold) { return; }

  const int32_t centredX = int32_t(px) - int32_t(vote.width) / 2;
  const int32_t centredY = int32_t(py) - int32_t(vote.height) / 2;
  KC_ROLLED
  for (uint32_t t = 0; t < ANGLES; t++) {
    const int2 d = direction[t];
    const int32_t along = centredX * d.x + centredY * d.y;
    const int32_t rho = along / (2 * ONE) + int32_t(vote.bins / 2u);
    if (rho >= 0 && rho < int32_t(vote.bins)) {
      atomicAdd(&accumulator[t * vote.bins + uint32_t(rho)], 1u);
    }
  }
}

static const std::vector<int32_t> DIRECTION = {
  16384, 0, 16378, 429, 16362, 857, 16333, 1285, 16294, 1713, 16244, 2139, 16182, 2563, 16110, 2986, 16026, 3406, 15931, 3825,
  15826, 4240, 15709, 4653, 15582, 5063, 15444, 5469, 15296, 5872, 15137, 6270, 14968, 6664, 14788, 7053, 14598, 7438, 14399, 7818,
  14189, 8192, 13970, 8561, 13741, 8923, 13502, 9280, 13255, 9630, 12998, 9974, 12733, 10311, 12458, 10641, 12176, 10963, 11885, 11278,
  11585, 11585, 11278, 11885, 10963, 12176, 10641, 12458, 10311, 12733, 9974, 12998, 9630, 13255, 9280, 13502, 8923, 13741, 8561, 13970,
  8192, 14189, 7818, 14399, 7438, 14598, 7053, 14788, 6664, 14968, 6270, 15137, 5872, 15296, 5469, 15444, 5063, 15582, 4653, 15709,
  4240, 15826, 3825, 15931, 3406, 16026, 2986, 16110, 2563, 16182, 2139, 16244, 1713, 16294, 1285, 16333, 857, 16362, 429, 16378,
  0, 16384, -429, 16378, -857, 16362, -1285, 16333, -1713, 16294, -2139, 16244, -2563, 16182, -2986, 16110, -3406, 16026, -3825, 15931,
  -4240, 15826, -4653, 15709, -5063, 15582, -5469, 15444, -5872, 15296, -6270, 15137, -6664, 14968, -7053, 14788, -7438, 14598, -7818, 14399,
  -8192, 14189, -8561, 13970, -8923, 13741, -9280, 13502, -9630, 13255, -9974, 12998, -10311, 12733, -10641, 12458, -10963, 12176, -11278, 11885,
  -11585, 11585, -11885, 11278, -12176, 10963, -12458, 10641, -12733, 10311, -12998, 9974, -13255, 9630, -13502, 9280, -13741, 8923, -13970, 8561,
  -14189, 8192, -14399, 7818, -14598, 7438, -14788, 7053, -14968, 6664, -15137, 6270, -15296, 5872, -15444, 5469, -15582, 5063, -15709, 4653,
  -15826, 4240, -15931, 3825, -16026, 3406, -16110, 2986, -16182, 2563, -16244, 2139, -16294, 1713, -16333, 1285, -16362, 857, -16378, 429,
};

int main() {
  constexpr uint32_t W = 2048, H = 1536, BINS = 1280;
  if (DIRECTION.size() != 2 * ANGLES) return 1;
  const Vote vote = {W, H, BINS, 0.96f};
  auto gradient = kc::randomF32(size_t(W) * H, 61);
  auto direction = reinterpret_cast<int2*>(kc::upload(DIRECTION));
  auto accumulator = kc::zeros<uint32_t>(ANGLES * BINS);
  kc::run("line-votes", [&] {
    line_votes<<<dim3((W + 15) / 16, (H + 15) / 16), dim3(16, 16)>>>(vote, gradient, direction, accumulator);
  });
  kc::checksum("accumulator", accumulator, ANGLES * BINS);
}

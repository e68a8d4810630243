#include "harness.h"
struct Decoder { int32_t predictor, index; };

__device__ __forceinline__ int32_t clampI(int32_t v, int32_t low, int32_t high) { return min(max(v, low), high); }

__device__ __forceinline__ int32_t decode(const int32_t* steps, Decoder& decoder, uint32_t code) {
  const int32_t step = steps[decoder.index];
  int32_t change = step >> 3;
  if ((code & 4u) != 0u) change += step;
  if ((code & 2u) != 0u) change += step >> 1;
  if ((code & 1u) != 0u) change += step >> 2;
  if ((code & 8u) != 0u) change = -change;
  decoder.predictor = clampI(decoder.predictor + change, -32768, 32767);
  const int32_t low = int32_t(code & 7u);
  decoder.index = clampI(decoder.index + (low > 3 ? 2 * (low - 3) : -1), 0, 88);
  return decoder.predictor;
}

__global__ void __launch_bounds__(32) adpcm_blocks(const uint32_t* __restrict__ stream, const int32_t* __restrict__ stepTable, uint32_t* samples, uint4 shape) {
  __shared__ __align__(16) int32_t steps[89];
  const uint32_t lid = threadIdx.x;
  const uint32_t gid = blockIdx.x * 32u + lid;
  kc::zeroShared(steps, lid, 32);
  kc::zeroBarrier();
#pragma unroll 1
  for (uint32_t i = lid; i < 89u; i += 32u) steps[i] = stepTable[i];
  __syncthreads();
  const uint32_t blocks = shape.x;
  const uint32_t words = shape.y;
  if (gid >= blocks) return;
  const uint32_t source = gid * words;
  const uint32_t header = stream[source];
  Decoder decoder{int32_t(header << 16u) >> 16, int32_t(min((header >> 16u) & 0xffu, 88u))};
  uint32_t target_word = gid * (words - 1u) * 4u;
#pragma unroll 1
  for (uint32_t w = 1; w < words; w++) {
    uint32_t codes = stream[source + w];
#pragma unroll
    for (int32_t pair = 0; pair < 4; pair++) {
      const int32_t first = decode(steps, decoder, codes & 15u);
      const int32_t second = decode(steps, decoder, (codes >> 4u) & 15u);
      samples[target_word] = (uint32_t(first) & 0xffffu) | (uint32_t(second) << 16u);
      target_word++;
      codes >>= 8u;
    }
  }
}

int main() {
  constexpr uint32_t BLOCKS = 60000, WORDS = 64;
  auto stream = kc::randomU32(size_t(BLOCKS) * WORDS, 201);
  auto stepTable = kc::upload(std::vector<int32_t>{7, 8, 9, 10, 11, 12, 13, 14, 16, 17, 19, 21, 23, 25, 28, 31, 34, 37, 41, 45, 50, 55, 60, 66, 73, 80, 88, 97, 107, 118, 130, 143, 157, 173, 190, 209, 230, 253, 279, 307, 337, 371, 408, 449, 494, 544, 598, 658, 724, 796, 876, 963, 1060, 1166, 1282, 1411, 1552, 1707, 1878, 2066, 2272, 2499, 2749, 3024, 3327, 3660, 4026, 4428, 4871, 5358, 5894, 6484, 7132, 7845, 8630, 9493, 10442, 11487, 12635, 13899, 15289, 16818, 18500, 20350, 22385, 24623, 27086, 29794, 32767});
  auto samples = kc::zeros<uint32_t>(size_t(4) * BLOCKS * (WORDS - 1));
  KC_RUN(adpcm_blocks<<<dim3(kcCeil(BLOCKS, 32)), dim3(32)>>>(stream, stepTable, samples, make_uint4(BLOCKS, WORDS, 0, 0)));
  kc::checksum("samples", samples, size_t(4) * BLOCKS * (WORDS - 1));
}

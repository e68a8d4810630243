#include "harness.h"
constexpr uint32_t FRAMES = 60000, SAMPLES = 128, WORDS = 32;
struct Reader { uint32_t next, end, buffer, left; };

__device__ __forceinline__ void refill(Reader& r, const uint32_t* __restrict__ bits) {
  r.buffer = 0u;
  if (r.next < r.end) r.buffer = bits[r.next];
  r.next++;
  r.left = 32u;
}

__global__ void __launch_bounds__(64) decode(uint32_t frames, uint32_t samples, uint32_t frameWords, const uint2* __restrict__ kinds, const uint32_t* __restrict__ bits, int32_t* pcm) {
  const uint32_t f = blockIdx.x * 64u + threadIdx.x;
  if (f >= frames) return;
  const uint32_t shift = kinds[f].x, order = kinds[f].y;
  Reader r = {f * frameWords, (f + 1u) * frameWords, 0u, 0u};
  int32_t s1 = 0, s2 = 0, s3 = 0;
#pragma unroll 1
  for (uint32_t i = 0; i < samples; i++) {
    uint32_t high = 0u;
#pragma unroll 1
    while (high < 64u) {
      if (r.left == 0u) refill(r, bits);
      const uint32_t run = min(uint32_t(__clz(r.buffer)), r.left);
      high += run;
      if (run < r.left) {
        r.left -= run + 1u;
        r.buffer = (r.buffer << run) << 1u;
        break;
      }
      r.left = 0u;
    }
    uint32_t value = 0u, wanted = shift;
#pragma unroll 1
    while (wanted > 0u) {
      if (r.left == 0u) refill(r, bits);
      const uint32_t take = min(wanted, r.left);
      value = (value << take) | (r.buffer >> (32u - take));
      r.buffer = take == 32u ? 0u : r.buffer << take;
      r.left -= take;
      wanted -= take;
    }
    const uint32_t folded = (high << shift) | value;
    int32_t sample = int32_t(folded >> 1u) ^ -int32_t(folded & 1u);
    if (order == 1u) sample += s1;
    else if (order == 2u) sample += 2 * s1 - s2;
    else if (order == 3u) sample += 3 * s1 - 3 * s2 + s3;
    s3 = s2, s2 = s1, s1 = sample;
    pcm[f * samples + i] = sample;
  }
}

int main() {
  auto kinds = kc::uploadAs<uint2>(kc::hostRandomU32(size_t(2) * FRAMES, 50, 6));
  auto bits = kc::randomU32(size_t(FRAMES) * WORDS, 51);
  auto pcm = kc::zeros<int32_t>(size_t(FRAMES) * SAMPLES);
  KC_RUN(decode<<<dim3(kcCeil(FRAMES, 64)), dim3(64)>>>(FRAMES, SAMPLES, WORDS, kinds, bits, pcm));
  kc::checksum("pcm", pcm, size_t(FRAMES) * SAMPLES);
}

#include "harness.h"

struct alignas(16) Code {
  uint32_t limits[2][4];
  uint32_t starts[2][4];
  uint32_t firsts[2][4];
  uint32_t chunks;
  uint32_t wordsPerChunk;
};

__global__ void __launch_bounds__(64) huffman_chunks(
    const uint32_t* __restrict__ stream, const uint32_t* __restrict__ symbols,
    uint32_t* decoded, uint32_t* counts, const __grid_constant__ Code code) {
  const uint32_t chunk = blockIdx.x * 64 + threadIdx.x;
  if (chunk >= code.chunks) {
    return;
  }
  const uint32_t input = chunk * code.wordsPerChunk;
  const uint32_t output = chunk * code.wordsPerChunk * 4;
  const uint32_t bits = code.wordsPerChunk * 32;
  uint32_t position = 0;
  uint32_t count = 0;
  uint32_t gathered = 0;
  while (position < bits) {
    const uint32_t word = position >> 5;
    const uint32_t shift = position & 31;
    uint32_t window = stream[input + word] << shift;
    if (shift > 24 && word + 1 < code.wordsPerChunk) {
      window |= stream[input + word + 1] >> (32 - shift);
    }
    const uint32_t peek = window >> 24;
    uint32_t step = 0;
    while (peek >= code.limits[step >> 2][step & 3]) {
      step++;
    }
    const uint32_t length = step + 2;
    if (position + length > bits) {
      break;
    }
    const uint32_t rank = (peek >> (8 - length)) - code.firsts[step >> 2][step & 3];
    const uint32_t symbol = symbols[code.starts[step >> 2][step & 3] + rank];
    gathered |= symbol << ((count & 3) * 8);
    count++;
    if ((count & 3) == 0) {
      decoded[output + (count >> 2) - 1] = gathered;
      gathered = 0;
    }
    position += length;
  }
  if ((count & 3) != 0) {
    decoded[output + (count >> 2)] = gathered;
  }
  counts[chunk] = count;
}

int main() {
  constexpr uint32_t CHUNKS = 131072, WORDS = 32, SYMBOLS = 34;
  auto stream = kc::randomU32(size_t(CHUNKS) * WORDS, 12);
  auto symbols = kc::randomU32(SYMBOLS, 13, 256);
  auto decoded = kc::zeros<uint32_t>(size_t(4) * CHUNKS * WORDS);
  auto counts = kc::zeros<uint32_t>(CHUNKS);
  const Code code = {
    {{64, 128, 176, 208}, {232, 244, 256, 256}},
    {{0, 1, 3, 6}, {10, 16, 22, 22}},
    {{0, 2, 8, 22}, {52, 116, 244, 244}},
    CHUNKS, WORDS,
  };
  kc::run("huffman-chunks", [&] {
    huffman_chunks<<<(CHUNKS + 63) / 64, 64>>>(stream, symbols, decoded, counts, code);
  });
  kc::checksum("decoded", decoded, size_t(4) * CHUNKS * WORDS);
  kc::checksum("counts", counts, CHUNKS);
}

// Decodes a stream of canonical Huffman codes (2 to 8 bits, 34 symbols) chunk by chunk: each invocation has its own
// 1024 bits and writes as many symbols as they hold, a byte each, and their number.
struct Code {
  limits: array<vec4<u32>, 2>, // of each length from 2 to 8: first code of the next, left-aligned to 8 bits
  starts: array<vec4<u32>, 2>, // of each length: the symbol of its first code
  firsts: array<vec4<u32>, 2>, // of each length: its first code
  chunks: u32,
  wordsPerChunk: u32,
}

@group(0) @binding(0) var<storage, read> stream: array<u32>;
@group(0) @binding(1) var<storage, read> symbols: array<u32>;
@group(0) @binding(2) var<storage, read_write> decoded: array<u32>;
@group(0) @binding(3) var<storage, read_write> counts: array<u32>;
@group(0) @binding(4) var<uniform> code: Code;

@compute @workgroup_size(64)
fn decode(@builtin(global_invocation_id) id: vec3<u32>) {
  let chunk = id.x;
  if (chunk >= code.chunks) {
    return;
  }
  let input = chunk * code.wordsPerChunk;
  let output = chunk * code.wordsPerChunk * 4u; // codes have two bits or more, symbols eight
  let bits = code.wordsPerChunk * 32u;
  var position = 0u;
  var count = 0u;
  var gathered = 0u;
  while (position < bits) {
    let word = position >> 5u;
    let shift = position & 31u;
    var window = stream[input + word] << shift;
    if (shift > 24u && word + 1u < code.wordsPerChunk) {
      window |= stream[input + word + 1u] >> (32u - shift);
    }
    let peek = window >> 24u;
    var step = 0u;
    while (peek >= code.limits[step >> 2u][step & 3u]) {
      step++;
    }
    let length = step + 2u;
    if (position + length > bits) {
      break;
    }
    let rank = (peek >> (8u - length)) - code.firsts[step >> 2u][step & 3u];
    let symbol = symbols[code.starts[step >> 2u][step & 3u] + rank];
    gathered |= symbol << ((count & 3u) * 8u);
    count++;
    if ((count & 3u) == 0u) {
      decoded[output + (count >> 2u) - 1u] = gathered;
      gathered = 0u;
    }
    position += length;
  }
  if ((count & 3u) != 0u) {
    decoded[output + (count >> 2u)] = gathered;
  }
  counts[chunk] = count;
}

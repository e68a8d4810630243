// Erasure coding after Reed and Solomon: four parity blocks from several data blocks, over the field of 256 elements
// (x^8 + x^4 + x^3 + x^2 + 1). Every invocation handles four bytes of each block in one word and multiplies by
// doubling and adding; the coefficients of a block for the four parities lie in one vector.
const MOST = 32u;

struct Code {
  words: u32, // in a block
  blocks: u32,
  coefficients: array<vec4<u32>, MOST>,
}

@group(0) @binding(0) var<storage, read> data: array<u32>;
@group(0) @binding(1) var<storage, read_write> parity: array<u32>;
@group(0) @binding(2) var<uniform> code: Code;

fn doubled(bytes: u32) -> u32 {
  let carries = (bytes >> 7u) & 0x01010101u;
  return ((bytes & 0x7f7f7f7fu) << 1u) ^ (carries * 0x1du);
}

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let i = id.x;
  if (i >= code.words) {
    return;
  }
  var sums = vec4<u32>(0u);
  for (var block = 0u; block < code.blocks; block++) {
    var value = data[block * code.words + i];
    let coefficient = code.coefficients[block];
    for (var bit = 0u; bit < 8u; bit++) {
      sums ^= ((coefficient >> vec4<u32>(bit)) & vec4<u32>(1u)) * value;
      value = doubled(value);
    }
  }
  parity[i] = sums.x;
  parity[code.words + i] = sums.y;
  parity[2u * code.words + i] = sums.z;
  parity[3u * code.words + i] = sums.w;
}

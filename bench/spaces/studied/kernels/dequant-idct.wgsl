// Decoding of intra pictures: dequantisation and the inverse 8 x 8 DCT in
// fixed point, output as bytes. A workgroup does a strip of eight blocks; each
// invocation a row of one block, then a column of it.

const C1: i32 = 2841;  // 2048 * sqrt(2) * cos(k * pi / 16)
const C2: i32 = 2676;
const C3: i32 = 2408;
const C5: i32 = 1609;
const C6: i32 = 1108;
const C7: i32 = 565;

struct Picture {
  blocksX: u32,
  blocksY: u32,
  quality: i32,
  pad: u32,
}

@group(0) @binding(0) var<storage, read> coefficients: array<vec4<u32>>;  // a row of a block: eight i16
@group(0) @binding(1) var<storage, read> quantiser: array<i32>;
@group(0) @binding(2) var<storage, read_write> pixels: array<u32>;
@group(0) @binding(3) var<uniform> picture: Picture;

var<workgroup> tile: array<i32, 576>;  // 8 blocks x (8 x 9)

fn low(w: u32) -> i32 {
  return i32(w << 16u) >> 16u;
}

fn high(w: u32) -> i32 {
  return i32(w) >> 16u;
}

fn idct8(s: array<i32, 8>, bias: i32, shift: u32) -> array<i32, 8> {
  var v = s;
  var x0 = (v[0] << 11u) + bias;
  var x1 = v[4] << 11u;
  var x2 = v[6];
  var x3 = v[2];
  var x4 = v[1];
  var x5 = v[7];
  var x6 = v[5];
  var x7 = v[3];

  var x8 = C7 * (x4 + x5);
  x4 = x8 + (C1 - C7) * x4;
  x5 = x8 - (C1 + C7) * x5;
  x8 = C3 * (x6 + x7);
  x6 = x8 - (C3 - C5) * x6;
  x7 = x8 - (C3 + C5) * x7;

  x8 = x0 + x1;
  x0 -= x1;
  x1 = C6 * (x3 + x2);
  x2 = x1 - (C2 + C6) * x2;
  x3 = x1 + (C2 - C6) * x3;
  x1 = x4 + x6;
  x4 -= x6;
  x6 = x5 + x7;
  x5 -= x7;

  x7 = x8 + x3;
  x8 -= x3;
  x3 = x0 + x2;
  x0 -= x2;
  x2 = (181 * ((x4 + x5) >> 8u));
  x4 = (181 * ((x4 - x5) >> 8u));

  v[0] = (x7 + x1) >> shift;
  v[1] = (x3 + x2) >> shift;
  v[2] = (x0 + x4) >> shift;
  v[3] = (x8 + x6) >> shift;
  v[4] = (x8 - x6) >> shift;
  v[5] = (x0 - x4) >> shift;
  v[6] = (x3 - x2) >> shift;
  v[7] = (x7 - x1) >> shift;
  return v;
}

@compute @workgroup_size(8, 8)
fn main(@builtin(local_invocation_id) lid: vec3<u32>, @builtin(workgroup_id) wg: vec3<u32>) {
  let line = lid.x;
  let block = lid.y;
  let blockX = wg.x * 8u + block;
  let inside = blockX < picture.blocksX;

  if (inside) {
    let packed = coefficients[(wg.y * picture.blocksX + blockX) * 8u + line];
    var row = array<i32, 8>(low(packed.x), high(packed.x), low(packed.y), high(packed.y),
                            low(packed.z), high(packed.z), low(packed.w), high(packed.w));
    for (var k = 0u; k < 8u; k++) {
      row[k] = clamp((row[k] * quantiser[line * 8u + k] * picture.quality) >> 10u, -2048, 2047);
    }
    let result = idct8(row, 128, 8u);
    for (var k = 0u; k < 8u; k++) {
      tile[block * 72u + line * 9u + k] = result[k];
    }
  }
  workgroupBarrier();

  if (inside) {
    var column: array<i32, 8>;
    for (var k = 0u; k < 8u; k++) {
      column[k] = tile[block * 72u + k * 9u + line];
    }
    let result = idct8(column, 65536, 17u);
    for (var k = 0u; k < 8u; k++) {
      tile[block * 72u + k * 9u + line] = clamp(result[k] + 128, 0, 255);
    }
  }
  workgroupBarrier();

  // Row `block` of the strip, eight pixels from the block `line`: whole rows are written together.
  let outX = wg.x * 8u + line;
  if (outX < picture.blocksX) {
    let at = line * 72u + block * 9u;
    var words: array<u32, 2>;
    for (var k = 0u; k < 8u; k++) {
      words[k / 4u] |= u32(tile[at + k]) << (8u * (k % 4u));
    }
    let row = wg.y * 8u + block;
    let first = (row * picture.blocksX + outX) * 2u;
    pixels[first] = words[0];
    pixels[first + 1u] = words[1];
  }
}

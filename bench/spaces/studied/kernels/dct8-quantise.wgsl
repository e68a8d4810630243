// The first half of a JPEG encoder: 8 x 8 cosine transform of a grey plane, quantised, in zigzag order.
struct Plane {
  blocksX: u32,
  blocksY: u32,
  pitch: u32,   // words per row, four pixels each
  quality: f32,
}

@group(0) @binding(0) var<uniform> plane: Plane;
@group(0) @binding(1) var<storage, read> pixels: array<u32>;
@group(0) @binding(2) var<storage, read> quantisers: array<u32, 64>;
@group(0) @binding(3) var<storage, read_write> coefficients: array<i32>;

const ZIGZAG = array<u32, 64>(
  0, 1, 5, 6, 14, 15, 27, 28,
  2, 4, 7, 13, 16, 26, 29, 42,
  3, 8, 12, 17, 25, 30, 41, 43,
  9, 11, 18, 24, 31, 40, 44, 53,
  10, 19, 23, 32, 39, 45, 52, 54,
  20, 22, 33, 38, 46, 51, 55, 60,
  21, 34, 37, 47, 50, 56, 59, 61,
  35, 36, 48, 49, 57, 58, 62, 63);

var<workgroup> cosines: array<f32, 64>;              // [frequency][place]
var<workgroup> samples: array<array<f32, 64>, 4>;
var<workgroup> halfway: array<array<f32, 64>, 4>;

@compute @workgroup_size(8, 8, 4)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u) {
  let cell = local.y * 8u + local.x;
  if (local.z == 0u) {
    let norm = select(0.5, 0.35355339, local.y == 0u);
    cosines[cell] = norm * cos((2.0 * f32(local.x) + 1.0) * f32(local.y) * 3.14159265 / 16.0);
  }
  let block = vec2u(group.x * 4u + local.z, group.y);
  let inside = block.x < plane.blocksX;
  if (inside) {
    let x = block.x * 8u + local.x;
    let y = block.y * 8u + local.y;
    let word = pixels[y * plane.pitch + x / 4u];
    samples[local.z][cell] = f32((word >> (8u * (x % 4u))) & 255u) - 128.0;
  }
  workgroupBarrier();

  // rows: local.x is the frequency
  var sum = 0.0;
  for (var i = 0u; i < 8u; i++) {
    sum += samples[local.z][local.y * 8u + i] * cosines[local.x * 8u + i];
  }
  halfway[local.z][cell] = sum;
  workgroupBarrier();

  // columns: local.y is the frequency
  sum = 0.0;
  for (var i = 0u; i < 8u; i++) {
    sum += halfway[local.z][i * 8u + local.x] * cosines[local.y * 8u + i];
  }
  if (inside) {
    let step = max(1.0, f32(quantisers[cell] + 8u) * plane.quality);
    let at = (block.y * plane.blocksX + block.x) * 64u;
    coefficients[at + ZIGZAG[cell]] = i32(round(sum / step));
  }
}

// The transform of JPEG: blocks of 8 x 8 bytes, cosine transform by rows and by columns in workgroup memory,
// quantised; four blocks side by side per workgroup, a coefficient per invocation.
override WIDTH: u32; // a multiple of 32
@group(0) @binding(0) var<storage, read> luma: array<u32>; // four pixels a word
@group(0) @binding(1) var<uniform> basis: array<vec4<f32>, 16>; // [frequency][8 places]
@group(0) @binding(2) var<uniform> quantiser: array<vec4<f32>, 16>;
@group(0) @binding(3) var<storage, read_write> coefficients: array<i32>;

var<workgroup> block: array<array<f32, 64>, 4>;
var<workgroup> half_done: array<array<f32, 64>, 4>;

@compute @workgroup_size(32, 8)
fn transform(@builtin(workgroup_id) wg: vec3<u32>, @builtin(local_invocation_id) lid: vec3<u32>) {
  let b = lid.x / 8u;
  let u = lid.x % 8u;
  let v = lid.y;
  let x = wg.x * 32u + lid.x;
  let y = wg.y * 8u + v;
  let word = luma[(y * WIDTH + x) / 4u];
  block[b][v * 8u + u] = f32((word >> (8u * (x & 3u))) & 255u) - 128.0;
  workgroupBarrier();
  var sum = 0.0;
  for (var i = 0u; i < 8u; i++) {
    sum += block[b][v * 8u + i] * basis[2u * u + i / 4u][i % 4u];
  }
  half_done[b][v * 8u + u] = sum;
  workgroupBarrier();
  sum = 0.0;
  for (var i = 0u; i < 8u; i++) {
    sum += half_done[b][i * 8u + u] * basis[2u * v + i / 4u][i % 4u];
  }
  let step = quantiser[2u * v + u / 4u][u % 4u];
  let index = (wg.y * (WIDTH / 8u) + wg.x * 4u + b) * 64u + v * 8u + u;
  coefficients[index] = i32(round(sum / step));
}

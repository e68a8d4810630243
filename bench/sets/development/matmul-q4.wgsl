// Product of a matrix of floats and one of four-bit weights with a scale per 32 of them, as in the prompt phase
// of a language model. Weights are unpacked on their way to workgroup memory; 4 x 2 results per invocation.
@group(0) @binding(0) var<storage, read> a: array<f32>; // M x K
@group(0) @binding(1) var<storage, read> weights: array<u32>; // N x K / 8
@group(0) @binding(2) var<storage, read> scales: array<f32>; // N x K / 32
@group(0) @binding(3) var<storage, read_write> c: array<f32>; // M x N

override N: u32;
override K: u32;
const DEPTH = 32u;
const SIDE = 32u;
var<workgroup> tileA: array<array<f32, DEPTH + 1>, SIDE>;
var<workgroup> tileB: array<array<f32, DEPTH + 1>, SIDE>;

@compute @workgroup_size(16, 8)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(local_invocation_id) local: vec3<u32>,
  @builtin(local_invocation_index) index: u32,
) {
  let row = group.y * SIDE;
  let column = group.x * SIDE;
  var sums: array<vec2<f32>, 4>;
  for (var start = 0u; start < K; start += DEPTH) {
    for (var i = index; i < SIDE * DEPTH; i += 128u) {
      tileA[i / DEPTH][i % DEPTH] = a[(row + i / DEPTH) * K + start + i % DEPTH];
    }
    // One word of eight weights per invocation.
    let place = column + index / 4u;
    let scale = scales[(place * K + start) / 32u];
    let word = weights[(place * K + start) / 8u + index % 4u];
    for (var i = 0u; i < 8u; i++) {
      tileB[index / 4u][index % 4u * 8u + i] = (f32(extractBits(word, 4u * i, 4u)) - 8.0) * scale;
    }
    workgroupBarrier();
    for (var k = 0u; k < DEPTH; k++) {
      let right = vec2<f32>(tileB[local.x][k], tileB[local.x + 16u][k]);
      for (var i = 0u; i < 4u; i++) {
        sums[i] += tileA[local.y + 8u * i][k] * right;
      }
    }
    workgroupBarrier();
  }
  for (var i = 0u; i < 4u; i++) {
    let place = (row + local.y + 8u * i) * N + column + local.x;
    c[place] = sums[i].x;
    c[place + 16u] = sums[i].y;
  }
}

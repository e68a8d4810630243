// C = A * B: 64 x 64 elements per workgroup, 4 x 4 per invocation in vectors; sides are multiples of 64.
@group(0) @binding(0) var<storage, read> a: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read> b: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read_write> c: array<vec4<f32>>;

override N: u32;
override K: u32;
const BLOCK = 64u;
const DEPTH = 16u;

var<workgroup> tileA: array<array<f32, BLOCK>, DEPTH>;
var<workgroup> tileB: array<array<vec4<f32>, BLOCK / 4>, DEPTH>;

@compute @workgroup_size(16, 16)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(local_invocation_id) local: vec3<u32>,
  @builtin(local_invocation_index) index: u32,
) {
  let rowA = group.y * BLOCK + index / 4u;
  var sums: array<vec4<f32>, 4>;
  for (var start = 0u; start < K; start += DEPTH) {
    let part = a[(rowA * K + start) / 4u + index % 4u];
    for (var i = 0u; i < 4u; i++) {
      tileA[(index % 4u) * 4u + i][index / 4u] = part[i];
    }
    tileB[index / 16u][index % 16u] = b[((start + index / 16u) * N + group.x * BLOCK) / 4u + index % 16u];
    workgroupBarrier();
    for (var k = 0u; k < DEPTH; k++) {
      let right = tileB[k][local.x];
      for (var i = 0u; i < 4u; i++) {
        sums[i] += tileA[k][local.y * 4u + i] * right;
      }
    }
    workgroupBarrier();
  }
  for (var i = 0u; i < 4u; i++) {
    c[((group.y * BLOCK + local.y * 4u + i) * N + group.x * BLOCK) / 4u + local.x] = sums[i];
  }
}

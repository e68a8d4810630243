// Forward substitution with a unit lower triangle of 32 x 32 for many right-hand sides, one per invocation
// (columns of a row-major matrix); the triangle in workgroup memory, the solution in registers.
override COLUMNS: u32;
const SIDE = 32u;
@group(0) @binding(0) var<storage, read> triangle: array<vec4<f32>, 256>;
@group(0) @binding(1) var<storage, read_write> rhs: array<f32>;

var<workgroup> L: array<vec4<f32>, 256>;

@compute @workgroup_size(128)
fn solve(@builtin(global_invocation_id) gid: vec3<u32>, @builtin(local_invocation_index) t: u32) {
  L[t] = triangle[t];
  L[t + 128u] = triangle[t + 128u];
  workgroupBarrier();
  let column = gid.x;
  if (column >= COLUMNS) { return; }

  var x: array<vec4<f32>, 8>;
  for (var b = 0u; b < 8u; b++) {
    let at = 4u * b * COLUMNS + column;
    var y = vec4<f32>(rhs[at], rhs[at + COLUMNS], rhs[at + 2u * COLUMNS], rhs[at + 3u * COLUMNS]);
    for (var j = 0u; j < b; j++) {
      y.x -= dot(L[(4u * b) * 8u + j], x[j]);
      y.y -= dot(L[(4u * b + 1u) * 8u + j], x[j]);
      y.z -= dot(L[(4u * b + 2u) * 8u + j], x[j]);
      y.w -= dot(L[(4u * b + 3u) * 8u + j], x[j]);
    }
    y.y -= L[(4u * b + 1u) * 8u + b].x * y.x;
    y.z -= dot(L[(4u * b + 2u) * 8u + b].xy, y.xy);
    y.w -= dot(L[(4u * b + 3u) * 8u + b].xyz, y.xyz);
    x[b] = y;
  }
  for (var b = 0u; b < 8u; b++) {
    for (var i = 0u; i < 4u; i++) { rhs[(4u * b + i) * COLUMNS + column] = x[b][i]; }
  }
}

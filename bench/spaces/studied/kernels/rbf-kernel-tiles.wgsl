// Kernel matrix of a support vector machine: K[i][j] = exp(-gamma * |x_i - y_j|^2) by way of the
// products x_i . y_j and the squared norms. 64 x 64 results per workgroup, 4 x 4 per invocation.

const TILE = 64u;
const DEPTH = 16u;
const PER = 4u;

struct Shape { m: u32, n: u32, d: u32, gamma: f32 }

@group(0) @binding(0) var<storage, read> xs: array<f32>;
@group(0) @binding(1) var<storage, read> ys: array<f32>;
@group(0) @binding(2) var<storage, read> xNorm: array<f32>;
@group(0) @binding(3) var<storage, read> yNorm: array<f32>;
@group(0) @binding(4) var<storage, read_write> kernel: array<f32>;
@group(0) @binding(5) var<uniform> shape: Shape;

var<workgroup> xTile: array<array<f32, TILE>, DEPTH>;
var<workgroup> yTile: array<array<f32, TILE>, DEPTH>;

@compute @workgroup_size(16, 16)
fn main(@builtin(workgroup_id) wg: vec3u,
        @builtin(local_invocation_id) lid: vec3u,
        @builtin(local_invocation_index) tid: u32) {
  let row0 = wg.y * TILE;
  let col0 = wg.x * TILE;
  var acc: array<vec4f, PER>;

  for (var k0 = 0u; k0 < shape.d; k0 += DEPTH) {
    // 1024 numbers of each side, four per invocation
    for (var i = tid; i < TILE * DEPTH; i += 256u) {
      let r = i / DEPTH;
      let k = i % DEPTH;
      xTile[k][r] = xs[(row0 + r) * shape.d + k0 + k];
      yTile[k][r] = ys[(col0 + r) * shape.d + k0 + k];
    }
    workgroupBarrier();

    for (var k = 0u; k < DEPTH; k++) {
      let c = lid.x * PER;
      let y = vec4f(yTile[k][c], yTile[k][c + 1u], yTile[k][c + 2u], yTile[k][c + 3u]);
      for (var r = 0u; r < PER; r++) {
        acc[r] += xTile[k][lid.y * PER + r] * y;
      }
    }
    workgroupBarrier();
  }

  for (var r = 0u; r < PER; r++) {
    let row = row0 + lid.y * PER + r;
    for (var c = 0u; c < PER; c++) {
      let col = col0 + lid.x * PER + c;
      let squared = max(0.0, xNorm[row] + yNorm[col] - 2.0 * acc[r][c]);
      kernel[row * shape.n + col] = exp(-shape.gamma * squared);
    }
  }
}

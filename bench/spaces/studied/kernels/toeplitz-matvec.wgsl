// y = T x for a Toeplitz matrix that is given by its diagonals: T[i][j] = diagonals[i - j + N - 1]. A workgroup makes
// TILE elements of y and brings in TILE elements of x and the 2 TILE - 1 diagonals that meet them at a time.
override N: u32; // a multiple of TILE
override TILE: u32 = 128;

@group(0) @binding(0) var<storage, read> diagonals: array<f32>;
@group(0) @binding(1) var<storage, read> x: array<f32>;
@group(0) @binding(2) var<storage, read_write> y: array<f32>;

var<workgroup> x_tile: array<f32, TILE>;
var<workgroup> d_tile: array<f32, 2 * TILE>;

@compute @workgroup_size(TILE)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
  let lane = local.x;
  let first = group.x * TILE;
  var sum = 0.0;
  for (var column = 0u; column < N; column += TILE) {
    x_tile[lane] = x[column + lane];
    // The lowest diagonal of this block is that of its upper right corner.
    let lowest = first + N - column - TILE;
    d_tile[lane] = diagonals[lowest + lane];
    d_tile[TILE + lane] = diagonals[min(lowest + TILE + lane, 2u * N - 2u)];
    workgroupBarrier();
    for (var j = 0u; j < TILE; j++) {
      sum = fma(d_tile[lane + TILE - 1u - j], x_tile[j], sum);
    }
    workgroupBarrier();
  }
  y[first + lane] = sum;
}

// Projection of flow snapshots onto modes: coefficients = snapshots x modes, a matrix product. Each invocation
// computes 4 rows of 8 columns; a workgroup shares tiles of 32 x 16 and 16 x 128 numbers.
@group(0) @binding(0) var<storage, read> snapshots: array<f32>; // ROWS x DEPTH
@group(0) @binding(1) var<storage, read> modes: array<f32>; // DEPTH x COLUMNS
@group(0) @binding(2) var<storage, read_write> coefficients: array<f32>; // ROWS x COLUMNS

override COLUMNS: u32; // a multiple of 128
override DEPTH: u32; // a multiple of 16

const TILE_ROWS = 32u;
const TILE_COLUMNS = 128u;
const TILE_DEPTH = 16u;
const THREADS = 128u;

var<workgroup> left: array<f32, TILE_ROWS * TILE_DEPTH>;
var<workgroup> right: array<f32, TILE_DEPTH * TILE_COLUMNS>;

@compute @workgroup_size(16, 8)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(local_invocation_id) local: vec3<u32>,
  @builtin(local_invocation_index) index: u32,
) {
  let firstRow = group.y * TILE_ROWS;
  let firstColumn = group.x * TILE_COLUMNS;
  var sums: array<array<f32, 8>, 4>;

  for (var start = 0u; start < DEPTH; start += TILE_DEPTH) {
    for (var i = index; i < TILE_ROWS * TILE_DEPTH; i += THREADS) {
      left[i] = snapshots[(firstRow + i / TILE_DEPTH) * DEPTH + start + i % TILE_DEPTH];
    }
    for (var i = index; i < TILE_DEPTH * TILE_COLUMNS; i += THREADS) {
      right[i] = modes[(start + i / TILE_COLUMNS) * COLUMNS + firstColumn + i % TILE_COLUMNS];
    }
    workgroupBarrier();
    for (var k = 0u; k < TILE_DEPTH; k++) {
      var b: array<f32, 8>;
      for (var c = 0u; c < 8u; c++) {
        b[c] = right[k * TILE_COLUMNS + local.x + 16u * c];
      }
      for (var r = 0u; r < 4u; r++) {
        let a = left[(local.y * 4u + r) * TILE_DEPTH + k];
        for (var c = 0u; c < 8u; c++) {
          sums[r][c] += a * b[c];
        }
      }
    }
    workgroupBarrier();
  }

  for (var r = 0u; r < 4u; r++) {
    let row = firstRow + local.y * 4u + r;
    for (var c = 0u; c < 8u; c++) {
      coefficients[row * COLUMNS + firstColumn + local.x + 16u * c] = sums[r][c];
    }
  }
}

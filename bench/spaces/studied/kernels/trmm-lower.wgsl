// Triangular matrix product (TRMM): out = alpha * L * B with L lower triangular, all row-major. A workgroup of 16 x 8
// makes a tile of 48 rows and 32 columns, six by two an invocation; its loop ends behind the diagonal.
struct Shape {
  rows: u32,
  columns: u32,
  alpha: f32,
}

@group(0) @binding(0) var<uniform> shape: Shape;
@group(0) @binding(1) var<storage, read> lower: array<f32>;
@group(0) @binding(2) var<storage, read> dense: array<f32>;
@group(0) @binding(3) var<storage, read_write> product: array<f32>;

const TILE_ROWS = 48u;
const TILE_COLUMNS = 32u;
const DEPTH = 16u;

var<workgroup> lowerTile: array<array<f32, 16>, 48>;
var<workgroup> denseTile: array<array<f32, 32>, 16>;

@compute @workgroup_size(16, 8)
fn main(
  @builtin(workgroup_id) block: vec3<u32>,
  @builtin(local_invocation_id) local: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let firstRow = block.y * TILE_ROWS;
  let firstColumn = block.x * TILE_COLUMNS;
  let end = min(shape.rows, firstRow + TILE_ROWS);
  var sums: array<vec2<f32>, 6>;

  for (var start = 0u; start < end; start += DEPTH) {
    for (var e = lane; e < TILE_ROWS * DEPTH; e += 128u) {
      let row = firstRow + e / DEPTH;
      let column = start + e % DEPTH;
      var value = 0.0;
      if (row < shape.rows && column <= row) {
        value = lower[row * shape.rows + column];
      }
      lowerTile[e / DEPTH][e % DEPTH] = value;
    }
    for (var e = lane; e < DEPTH * TILE_COLUMNS; e += 128u) {
      let row = start + e / TILE_COLUMNS;
      let column = firstColumn + e % TILE_COLUMNS;
      var value = 0.0;
      if (row < shape.rows && column < shape.columns) {
        value = dense[row * shape.columns + column];
      }
      denseTile[e / TILE_COLUMNS][e % TILE_COLUMNS] = value;
    }
    workgroupBarrier();
    for (var k = 0u; k < DEPTH; k++) {
      let right = vec2<f32>(denseTile[k][local.x], denseTile[k][local.x + 16u]);
      for (var i = 0u; i < 6u; i++) {
        sums[i] += lowerTile[local.y + 8u * i][k] * right;
      }
    }
    workgroupBarrier();
  }

  for (var i = 0u; i < 6u; i++) {
    let row = firstRow + local.y + 8u * i;
    if (row >= shape.rows) {
      break;
    }
    let scaled = shape.alpha * sums[i];
    let at = row * shape.columns + firstColumn + local.x;
    if (firstColumn + local.x < shape.columns) {
      product[at] = scaled.x;
    }
    if (firstColumn + local.x + 16u < shape.columns) {
      product[at + 16u] = scaled.y;
    }
  }
}

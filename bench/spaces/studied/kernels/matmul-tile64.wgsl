// Matrix product in tiles of 64 x 64: slices of A and B, 16 deep, are staged in workgroup memory, and each of the
// 16 x 16 invocations keeps a block of 4 x 4 results in registers. Sizes need not be multiples of the tile.
struct Sizes { m: u32, n: u32, k: u32 }

@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> b: array<f32>;
@group(0) @binding(2) var<storage, read_write> c: array<f32>;
@group(0) @binding(3) var<uniform> sizes: Sizes;

const TILE = 64u;
const DEPTH = 16u;
const BLOCK = 4u;

var<workgroup> tileA: array<f32, TILE * DEPTH>; // [depth][row]
var<workgroup> tileB: array<f32, TILE * DEPTH>; // [depth][column]

@compute @workgroup_size(16, 16)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(local_invocation_id) local: vec3<u32>,
  @builtin(local_invocation_index) index: u32,
) {
  let firstRow = group.y * TILE;
  let firstColumn = group.x * TILE;
  var acc: array<array<f32, BLOCK>, BLOCK>;

  for (var start = 0u; start < sizes.k; start += DEPTH) {
    for (var i = index; i < TILE * DEPTH; i += 256u) {
      let rowA = firstRow + i / DEPTH;
      let depthA = i % DEPTH;
      var valueA = 0.0;
      if (rowA < sizes.m && start + depthA < sizes.k) {
        valueA = a[rowA * sizes.k + start + depthA];
      }
      tileA[depthA * TILE + i / DEPTH] = valueA;

      let depthB = i / TILE;
      let columnB = firstColumn + i % TILE;
      var valueB = 0.0;
      if (columnB < sizes.n && start + depthB < sizes.k) {
        valueB = b[(start + depthB) * sizes.n + columnB];
      }
      tileB[i] = valueB;
    }
    workgroupBarrier();

    for (var k = 0u; k < DEPTH; k++) {
      var left: array<f32, BLOCK>;
      var right: array<f32, BLOCK>;
      for (var i = 0u; i < BLOCK; i++) {
        left[i] = tileA[k * TILE + local.y * BLOCK + i];
        right[i] = tileB[k * TILE + local.x * BLOCK + i];
      }
      for (var i = 0u; i < BLOCK; i++) {
        for (var j = 0u; j < BLOCK; j++) {
          acc[i][j] += left[i] * right[j];
        }
      }
    }
    workgroupBarrier();
  }

  for (var i = 0u; i < BLOCK; i++) {
    let row = firstRow + local.y * BLOCK + i;
    for (var j = 0u; j < BLOCK; j++) {
      let column = firstColumn + local.x * BLOCK + j;
      if (row < sizes.m && column < sizes.n) {
        c[row * sizes.n + column] = acc[i][j];
      }
    }
  }
}

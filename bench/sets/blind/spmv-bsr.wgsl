// y = A x for a sparse matrix of dense 4 x 4 blocks (BSR): four lanes share a row of blocks, each takes one row
// of every block.
struct Shape { block_rows: u32, block_columns: u32 }
@group(0) @binding(0) var<uniform> shape: Shape;
@group(0) @binding(1) var<storage, read> row_ptr: array<u32>;
@group(0) @binding(2) var<storage, read> col_idx: array<u32>;
@group(0) @binding(3) var<storage, read> blocks: array<array<vec4<f32>, 4>>;
@group(0) @binding(4) var<storage, read> x: array<vec4<f32>>;
@group(0) @binding(5) var<storage, read_write> y: array<f32>;

@compute @workgroup_size(128, 1, 1)
fn bsr(@builtin(global_invocation_id) gid: vec3<u32>) {
  let block_row = gid.x >> 2u;
  let r = gid.x & 3u;
  if (block_row >= shape.block_rows) { return; }
  var sum = 0.0;
  let end = row_ptr[block_row + 1u];
  for (var b = row_ptr[block_row]; b < end; b++) {
    sum += dot(blocks[b][r], x[col_idx[b]]);
  }
  y[gid.x] = sum;
}

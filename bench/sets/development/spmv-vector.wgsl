// Sparse matrix (CSR) times vector, one row per 32 lanes, which fold their sums in workgroup memory.
@group(0) @binding(0) var<storage, read> rowStarts: array<u32>;
@group(0) @binding(1) var<storage, read> columns: array<u32>;
@group(0) @binding(2) var<storage, read> values: array<f32>;
@group(0) @binding(3) var<storage, read> x: array<f32>;
@group(0) @binding(4) var<storage, read_write> y: array<f32>;

const LANES = 32u;
const ROWS = 4u;
var<workgroup> partial: array<f32, LANES * ROWS>;

@compute @workgroup_size(LANES, ROWS)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(local_invocation_id) local: vec3<u32>,
  @builtin(local_invocation_index) index: u32,
) {
  let row = group.x * ROWS + local.y;
  var sum = 0.0;
  if (row < arrayLength(&y)) {
    let end = rowStarts[row + 1u];
    for (var i = rowStarts[row] + local.x; i < end; i += LANES) {
      sum += values[i] * x[columns[i]];
    }
  }
  partial[index] = sum;
  workgroupBarrier();
  for (var width = LANES / 2u; width > 0u; width >>= 1u) {
    if (local.x < width) {
      partial[index] += partial[index + width];
    }
    workgroupBarrier();
  }
  if (local.x == 0u && row < arrayLength(&y)) {
    y[row] = partial[index];
  }
}

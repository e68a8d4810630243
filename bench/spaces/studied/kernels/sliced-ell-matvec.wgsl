// y = alpha A x + beta y with A in sliced ELLPACK: 32 rows to a slice, each slice padded to its own width,
// elements of a slice stored column by column. Padding has the column 0xffffffff.
struct Params { rows: u32, alpha: f32, beta: f32, pad: u32 }

@group(0) @binding(0) var<storage, read> sliceStart: array<u32>;
@group(0) @binding(1) var<storage, read> columns: array<u32>;
@group(0) @binding(2) var<storage, read> values: array<f32>;
@group(0) @binding(3) var<storage, read> x: array<f32>;
@group(0) @binding(4) var<storage, read_write> y: array<f32>;
@group(0) @binding(5) var<uniform> params: Params;

const SLICE = 32u;
const EMPTY = 0xffffffffu;

@compute @workgroup_size(128)
fn main(@builtin(global_invocation_id) gid: vec3<u32>) {
  let row = gid.x;
  if (row >= params.rows) {
    return;
  }
  let slice = row / SLICE;
  let lane = row % SLICE;
  let begin = sliceStart[slice];
  let end = sliceStart[slice + 1u];
  var sum = 0.0;
  for (var k = begin; k < end; k++) {
    let at = k * SLICE + lane;
    let column = columns[at];
    if (column != EMPTY) {
      sum += values[at] * x[column];
    }
  }
  y[row] = params.alpha * sum + params.beta * y[row];
}

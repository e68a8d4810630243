// Batched thin QR by modified Gram-Schmidt: a workgroup orthonormalises the 16 columns of one 64x16 matrix.
// A lane has one row; dot products go through a tree in workgroup memory.
const ROWS: u32 = 64u;
const COLS: u32 = 16u;

@group(0) @binding(0) var<storage, read> a: array<f32>;          // batch, rows, columns
@group(0) @binding(1) var<storage, read_write> q: array<f32>;    // same layout
@group(0) @binding(2) var<storage, read_write> r: array<f32>;    // batch, 16, 16, upper

var<workgroup> columns: array<f32, 1024>;  // column-major
var<workgroup> partial: array<f32, 64>;

fn sum_all(value: f32, lane: u32) -> f32 {
  partial[lane] = value;
  workgroupBarrier();
  for (var stride = ROWS / 2u; stride > 0u; stride = stride >> 1u) {
    if (lane < stride) {
      partial[lane] += partial[lane + stride];
    }
    workgroupBarrier();
  }
  let total = partial[0];
  workgroupBarrier();
  return total;
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) wg: vec3<u32>, @builtin(local_invocation_id) lid: vec3<u32>) {
  let lane = lid.x;
  let base = wg.x * ROWS * COLS;
  let rbase = wg.x * COLS * COLS;

  for (var i = lane; i < ROWS * COLS; i += ROWS) {
    let row = i / COLS;
    let col = i % COLS;
    columns[col * ROWS + row] = a[base + i];
  }
  workgroupBarrier();

  for (var j = 0u; j < COLS; j++) {
    var v = columns[j * ROWS + lane];
    let norm = sqrt(sum_all(v * v, lane));
    let inverse = select(0.0, 1.0 / norm, norm > 1e-12);
    v = v * inverse;
    columns[j * ROWS + lane] = v;
    if (lane == 0u) {
      r[rbase + j * COLS + j] = norm;
    }
    for (var k = j + 1u; k < COLS; k++) {
      let w = columns[k * ROWS + lane];
      let d = sum_all(v * w, lane);
      columns[k * ROWS + lane] = w - d * v;
      if (lane == 0u) {
        r[rbase + j * COLS + k] = d;
      }
    }
  }
  workgroupBarrier();

  for (var i = lane; i < ROWS * COLS; i += ROWS) {
    q[base + i] = columns[(i % COLS) * ROWS + i / COLS];
  }
}

// Sparse matrix (CSR) times vector: LANES neighbouring invocations per row, UNROLL elements per turn of their
// loop; the lanes of a row fold their sums in workgroup memory.
@group(0) @binding(0) var<storage, read> rowStarts: array<u32>;
@group(0) @binding(1) var<storage, read> columns: array<u32>;
@group(0) @binding(2) var<storage, read> values: array<f32>;
@group(0) @binding(3) var<storage, read> x: array<f32>;
@group(0) @binding(4) var<storage, read_write> y: array<f32>;

override COUNT: u32; // rows
override SIZE: u32;
override LANES: u32;
override UNROLL: u32;

var<workgroup> partial: array<f32, SIZE>;

@compute @workgroup_size(SIZE)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) index: u32) {
  let row = id.x / LANES;
  let lane = id.x % LANES;
  var sum = 0.0;
  if (row < COUNT) {
    let end = rowStarts[row + 1u];
    for (var i = rowStarts[row] + lane; i < end; i += LANES * UNROLL) {
      for (var u = 0u; u < UNROLL; u++) {
        let at = i + u * LANES;
        if (at < end) {
          sum += values[at] * x[columns[at]];
        }
      }
    }
  }
  partial[index] = sum;
  workgroupBarrier();
  for (var width = LANES / 2u; width > 0u; width >>= 1u) {
    if (lane < width) {
      partial[index] += partial[index + width];
    }
    workgroupBarrier();
  }
  if (lane == 0u && row < COUNT) {
    y[row] = partial[index];
  }
}

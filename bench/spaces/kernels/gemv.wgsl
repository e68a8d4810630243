// y = A x: LANES invocations per row, ROWS rows per workgroup and PER rows per invocation, so that a part of x
// serves several rows. Sums are folded by a tree in workgroup memory or by subgroups.
enable subgroups;

@group(0) @binding(0) var<storage, read> matrix: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read> x: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read_write> y: array<f32>;

override COUNT: u32; // rows
override VECTORS: u32; // of a row
override LANES: u32;
override ROWS: u32;
override PER: u32;
const MOST = 4u;

var<workgroup> partial: array<f32, LANES * ROWS>;

fn dots(row: u32, lane: u32) -> array<f32, MOST> {
  var sums: array<f32, MOST>;
  for (var i = lane; i < VECTORS; i += LANES) {
    let right = x[i];
    for (var p = 0u; p < PER; p++) {
      sums[p] += dot(matrix[min(row + p, COUNT - 1u) * VECTORS + i], right);
    }
  }
  return sums;
}

@compute @workgroup_size(LANES, ROWS)
fn tree(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
  let row = id.y * PER;
  let sums = dots(row, local.x);
  let at = local.y * LANES + local.x;
  for (var p = 0u; p < PER; p++) {
    partial[at] = sums[p];
    workgroupBarrier();
    for (var width = LANES / 2u; width > 0u; width >>= 1u) {
      if (local.x < width) {
        partial[at] += partial[at + width];
      }
      workgroupBarrier();
    }
    if (local.x == 0u && row + p < COUNT) {
      y[row + p] = partial[at];
    }
    workgroupBarrier();
  }
}

@compute @workgroup_size(LANES, ROWS)
fn subgroup(
  @builtin(global_invocation_id) id: vec3<u32>,
  @builtin(local_invocation_id) local: vec3<u32>,
  @builtin(subgroup_size) size: u32,
) {
  let row = id.y * PER;
  let sums = dots(row, local.x);
  let first = local.y * LANES;
  for (var p = 0u; p < PER; p++) {
    let sum = subgroupAdd(sums[p]);
    if (local.x % size == 0u) {
      partial[first + local.x / size] = sum;
    }
    workgroupBarrier();
    if (local.x == 0u && row + p < COUNT) {
      var total = 0.0;
      for (var i = 0u; i < LANES / size; i++) {
        total += partial[first + i];
      }
      y[row + p] = total;
    }
    workgroupBarrier();
  }
}

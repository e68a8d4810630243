@group(0) @binding(0) var<storage, read> source: array<f32>;
@group(0) @binding(1) var<storage, read_write> result: array<f32>;
@group(0) @binding(2) var<uniform> columns: u32;

var<workgroup> scratch: array<f32, 128>;

fn reduceMax(value: f32, lane: u32) -> f32 {
  scratch[lane] = value;
  workgroupBarrier();
  for (var width = 64u; width > 0u; width /= 2u) {
    if (lane < width) { scratch[lane] = max(scratch[lane], scratch[lane + width]); }
    workgroupBarrier();
  }
  let total = scratch[0];
  workgroupBarrier();
  return total;
}

fn reduceSum(value: f32, lane: u32) -> f32 {
  scratch[lane] = value;
  workgroupBarrier();
  for (var width = 64u; width > 0u; width /= 2u) {
    if (lane < width) { scratch[lane] += scratch[lane + width]; }
    workgroupBarrier();
  }
  let total = scratch[0];
  workgroupBarrier();
  return total;
}

@compute @workgroup_size(128)
fn main(@builtin(local_invocation_id) local: vec3<u32>, @builtin(workgroup_id) group: vec3<u32>) {
  let lane = local.x;
  let row = group.x * columns;
  var highest = -3.0e38;
  for (var c = lane; c < columns; c += 128u) { highest = max(highest, source[row + c]); }
  highest = reduceMax(highest, lane);
  var sum = 0.0;
  for (var c = lane; c < columns; c += 128u) { sum += exp(source[row + c] - highest); }
  sum = reduceSum(sum, lane);
  for (var c = lane; c < columns; c += 128u) { result[row + c] = exp(source[row + c] - highest) / sum; }
}

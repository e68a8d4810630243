// Softmax of each row by one workgroup; the row stays in registers between the passes.
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

override PER_LANE: u32; // columns / SIZE
const SIZE = 256u;
const MOST = 16u;
var<workgroup> partial: array<f32, SIZE>;

fn largestOf(lane: u32, value: f32) -> f32 {
  partial[lane] = value;
  workgroupBarrier();
  for (var width = SIZE / 2u; width > 0u; width >>= 1u) {
    if (lane < width) {
      partial[lane] = max(partial[lane], partial[lane + width]);
    }
    workgroupBarrier();
  }
  let result = partial[0];
  workgroupBarrier();
  return result;
}

fn sumOf(lane: u32, value: f32) -> f32 {
  partial[lane] = value;
  workgroupBarrier();
  for (var width = SIZE / 2u; width > 0u; width >>= 1u) {
    if (lane < width) {
      partial[lane] += partial[lane + width];
    }
    workgroupBarrier();
  }
  return partial[0];
}

@compute @workgroup_size(SIZE)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
  let start = group.x * PER_LANE * SIZE + lane;
  var values: array<f32, MOST>;
  var largest = -3.4e38;
  for (var i = 0u; i < PER_LANE; i++) {
    values[i] = input[start + i * SIZE];
    largest = max(largest, values[i]);
  }
  largest = largestOf(lane, largest);
  var sum = 0.0;
  for (var i = 0u; i < PER_LANE; i++) {
    values[i] = exp(values[i] - largest);
    sum += values[i];
  }
  let scale = 1.0 / sumOf(lane, sum);
  for (var i = 0u; i < PER_LANE; i++) {
    output[start + i * SIZE] = values[i] * scale;
  }
}

// Softmax of each row: one workgroup per row, two reductions in workgroup memory, three passes over the row.
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

override COLUMNS: u32 = 1024;
const SIZE = 128u;
var<workgroup> partial: array<f32, SIZE>;

@compute @workgroup_size(SIZE)
fn softmax(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
  let row = group.x * COLUMNS;

  var largest = -3.4e38;
  for (var i = lane; i < COLUMNS; i += SIZE) {
    largest = max(largest, input[row + i]);
  }
  partial[lane] = largest;
  workgroupBarrier();
  for (var half = SIZE / 2u; half > 0u; half >>= 1u) {
    if (lane < half) {
      partial[lane] = max(partial[lane], partial[lane + half]);
    }
    workgroupBarrier();
  }
  largest = partial[0];
  workgroupBarrier();

  var sum = 0.0;
  for (var i = lane; i < COLUMNS; i += SIZE) {
    sum += exp(input[row + i] - largest);
  }
  partial[lane] = sum;
  workgroupBarrier();
  for (var half = SIZE / 2u; half > 0u; half >>= 1u) {
    if (lane < half) {
      partial[lane] += partial[lane + half];
    }
    workgroupBarrier();
  }
  let scale = 1.0 / partial[0];

  for (var i = lane; i < COLUMNS; i += SIZE) {
    output[row + i] = exp(input[row + i] - largest) * scale;
  }
}

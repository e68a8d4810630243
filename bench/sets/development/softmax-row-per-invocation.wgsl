// Softmax of each row by one invocation, in three passes: neighbouring lanes read a row apart.
struct Shape { rows: u32, columns: u32 }

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
@group(0) @binding(2) var<uniform> shape: Shape;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= shape.rows) {
    return;
  }
  let start = id.x * shape.columns;
  let end = start + shape.columns;
  var largest = input[start];
  for (var i = start + 1u; i < end; i++) {
    largest = max(largest, input[i]);
  }
  var sum = 0.0;
  for (var i = start; i < end; i++) {
    sum += exp(input[i] - largest);
  }
  for (var i = start; i < end; i++) {
    output[i] = exp(input[i] - largest) / sum;
  }
}

struct Shape {
  rows: u32,
  columns: u32,
}
@group(0) @binding(0) var<storage, read> inputs: array<u32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<u32>;
@group(0) @binding(2) var<uniform> shape: Shape;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  var sum = 0u;
  for (var r = 0u; r < shape.rows; r++) {
    for (var c = i % 3u; c < shape.columns; c++) {
      sum = sum * 5u + inputs[r * shape.columns + c];
    }
  }
  outputs[i] = sum;
}

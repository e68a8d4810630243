// Few invocations add long columns. The number of rows comes from the uniform buffer, so that a load waits for the
// one before.
struct Shape { rows: u32, columns: u32 }

@group(0) @binding(0) var<storage, read> matrix: array<f32>;
@group(0) @binding(1) var<storage, read_write> sums: array<f32>;
@group(0) @binding(2) var<uniform> shape: Shape;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  var sum = 0.0;
  for (var row = 0u; row < shape.rows; row++) {
    sum += matrix[row * shape.columns + id.x];
  }
  sums[id.x] = sum;
}

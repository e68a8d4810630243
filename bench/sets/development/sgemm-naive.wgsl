// C = alpha * A * B + beta * C, one element per invocation. SWAPPED puts neighbouring lanes in one column
// instead of one row, which spoils coalescing.
struct Shape { m: u32, n: u32, k: u32, alpha: f32, beta: f32 }

@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> b: array<f32>;
@group(0) @binding(2) var<storage, read_write> c: array<f32>;
@group(0) @binding(3) var<uniform> shape: Shape;

override SWAPPED: bool = false;

@compute @workgroup_size(16, 16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let row = select(id.y, id.x, SWAPPED);
  let column = select(id.x, id.y, SWAPPED);
  if (row >= shape.m || column >= shape.n) {
    return;
  }
  var sum = 0.0;
  for (var i = 0u; i < shape.k; i++) {
    sum += a[row * shape.k + i] * b[i * shape.n + column];
  }
  let place = row * shape.n + column;
  c[place] = shape.alpha * sum + shape.beta * c[place];
}

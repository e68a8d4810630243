// One invocation adds up a few values: nothing about it matters.
@group(0) @binding(0) var<storage, read> y: array<f32>;
@group(0) @binding(1) var<storage, read_write> total: array<f32>;

@compute @workgroup_size(1)
fn main() {
  var sum = 0.0;
  for (var i = 0u; i < 4u; i++) { sum += y[i]; }
  total[0] = sum;
}

// Lyapunov exponents of the logistic map: a long loop with the same trip count for all.
struct Range { first: f32, step: f32, iterations: u32 }
@group(0) @binding(0) var<uniform> range: Range;
@group(0) @binding(1) var<storage, read_write> exponent: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let r = range.first + range.step * f32(id.x);
  var x = 0.5;
  var sum = 0.0;
  for (var i = 0u; i < range.iterations; i++) {
    x = r * x * (1.0 - x);
    sum += log2(abs(r - 2.0 * r * x) + 1e-6);
  }
  exponent[id.x] = sum / f32(range.iterations);
}

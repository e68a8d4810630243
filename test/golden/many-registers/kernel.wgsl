// A tile of sums for each invocation, alive through a loop that is not unrolled: registers limit the warps that an SM holds.
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read_write> b: array<f32>;

@compute @workgroup_size(192)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  var sums: array<f32, 80>;
  let steps = min(2u, arrayLength(&a));
  for (var step = 0u; step < steps; step++) {
    for (var i = 0u; i < 10u; i++) {
      for (var j = 0u; j < 8u; j++) {
        sums[8u * i + j] += a[id.x * 8u + step * 16u + i] * a[step * 16u + 8u + j];
      }
    }
  }
  for (var i = 0u; i < 80u; i++) {
    b[id.x + i * 50688u] = sums[i];
  }
}

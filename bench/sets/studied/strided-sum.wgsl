// Each invocation adds 32 numbers of a table that L2 holds. SPREAD is the distance between neighbouring invocations.
@group(0) @binding(0) var<storage, read> numbers: array<f32>;
@group(0) @binding(1) var<storage, read_write> sums: array<f32>;

override SPREAD: u32;
override MASK: u32;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  var sum = 0.0;
  for (var k = 0u; k < 32u; k++) {
    sum += numbers[(id.x * SPREAD + k * 70657u) & MASK];
  }
  sums[id.x] = sum;
}

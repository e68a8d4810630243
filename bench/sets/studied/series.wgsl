// A long sum of products by few invocations: one chain of fused multiply-adds each.
@group(0) @binding(0) var<storage, read_write> sums: array<f32>;

@compute @workgroup_size(128)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let x = f32(id.x) * 0x1p-15;
  var sum = x;
  for (var k = 0u; k < 32768u; k++) {
    sum = sum * 0.5 + x;
  }
  sums[id.x] = sum;
}

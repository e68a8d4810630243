// Chains of fused multiply-adds, independent of each other: issue and the FMA pipe.
@group(0) @binding(0) var<storage, read_write> a: array<f32>;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  var x = vec4<f32>(a[id.x], 1.0, 2.0, 3.0);
  for (var i = 0u; i < 40u; i++) {
    x = x * 1.0001 + 0.5;
  }
  a[id.x] = x.x + x.y + x.z + x.w;
}

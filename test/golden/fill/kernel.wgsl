// Stores only: the write side of L2 alone.
@group(0) @binding(0) var<storage, read_write> a: array<vec4<f32>>;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  a[id.x] = vec4<f32>(f32(id.x));
}

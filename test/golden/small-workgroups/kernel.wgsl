// A great many workgroups of one warp: their starts, and how many an SM holds.
@group(0) @binding(0) var<storage, read_write> a: array<f32>;

@compute @workgroup_size(32)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  a[id.x] = a[id.x] * 2.0;
}

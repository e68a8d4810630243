// Every lane a line of its own for the load, two words apart for the store.
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read_write> b: array<f32>;

@compute @workgroup_size(128)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  b[2u * id.x] = a[32u * id.x];
}

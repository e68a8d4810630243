// Vectors of two words, with a stride that leaves every second sector out.
@group(0) @binding(0) var<storage, read> a: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read_write> b: array<vec2<f32>>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let row = id.x / 4u;
  b[id.x] = a[8u * row + id.x % 4u] + a[8u * row + 4u];
}

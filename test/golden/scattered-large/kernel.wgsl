// Loads of single words at random in more memory than L2 holds: bursts and translation.
@group(0) @binding(0) var<storage, read> places: array<u32>;
@group(0) @binding(1) var<storage, read> a: array<f32>;
@group(0) @binding(2) var<storage, read_write> b: array<f32>;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  b[id.x] = a[places[id.x]];
}

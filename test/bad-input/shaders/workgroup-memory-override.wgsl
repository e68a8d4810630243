@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
override SIZE: u32;
var<workgroup> tile: array<f32, SIZE>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  tile[id.x % SIZE] = x[id.x];
  workgroupBarrier();
  y[id.x] = tile[(id.x * 7u) % SIZE];
}

@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
var<workgroup> tile: array<f32, 20000>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  tile[id.x % 20000u] = x[id.x];
  workgroupBarrier();
  y[id.x] = tile[(id.x * 7u) % 20000u];
}

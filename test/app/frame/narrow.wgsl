// Workgroups of a quarter of a warp: another size is all it takes.
@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;

@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= arrayLength(&y)) { return; }
  y[id.x] = sqrt(x[id.x]) + 1.0;
}

// Four words at a time, far more than L2 holds: reads, writes and both meet in DRAM.
@group(0) @binding(0) var<storage, read> a: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read_write> b: array<vec4<f32>>;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  b[id.x] = a[id.x] * 3.0;
}

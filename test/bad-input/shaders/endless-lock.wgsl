@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
@group(0) @binding(2) var<storage, read_write> lock: atomic<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  while (atomicExchange(&lock, 1u) == 1u) { }
  y[id.x] += x[id.x];
  atomicStore(&lock, 0u);
}

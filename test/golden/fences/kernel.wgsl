// Barriers that order accesses to storage: fences, and loads and stores that L1 must not answer.
@group(0) @binding(0) var<storage, read_write> a: array<u32>;
@group(0) @binding(1) var<storage, read_write> flags: array<atomic<u32>>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  a[id.x] = id.x * 3u;
  storageBarrier();
  atomicStore(&flags[id.x], 1u);
  let seen = atomicLoad(&flags[id.x ^ 1u]);
  storageBarrier();
  a[id.x] = a[id.x ^ 1u] + seen;
}

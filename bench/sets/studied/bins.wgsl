// Counts of keys in BINS counters of a buffer.
@group(0) @binding(0) var<storage, read> keys: array<u32>;
@group(0) @binding(1) var<storage, read_write> counts: array<atomic<u32>>;

override BINS: u32;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  atomicAdd(&counts[keys[id.x] & (BINS - 1u)], 1u);
}

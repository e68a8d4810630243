// A histogram in workgroup memory, and an exchange by comparison.
@group(0) @binding(0) var<storage, read> a: array<u32>;
@group(0) @binding(1) var<storage, read_write> b: array<u32>;

var<workgroup> bins: array<atomic<u32>, 64>;
var<workgroup> best: array<atomic<u32>, 32>;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
  for (var i = 0u; i < 4u; i++) {
    atomicAdd(&bins[a[4u * id.x + i] % 64u], 1u);
  }
  let key = a[id.x] % 32u;
  let old = atomicCompareExchangeWeak(&best[key], 0u, lane).old_value;
  let first = atomicOr(&bins[lane % 64u], 0u);
  workgroupBarrier();
  b[id.x] = atomicLoad(&bins[lane % 64u]) + old + first;
}

@group(0) @binding(0) var<storage, read> inputs: array<u32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<u32>;
var<workgroup> bins: array<atomic<u32>, 16>;
var<workgroup> signed: atomic<i32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) index: u32, @builtin(workgroup_id) group: vec3u) {
  let x = inputs[group.x * 64u + index];
  let rank = atomicAdd(&bins[x % 16u], 1u);
  atomicMin(&signed, -i32(x % 1000u));
  atomicOr(&bins[15], rank & 0u);
  workgroupBarrier();
  if (index < 16u) {
    outputs[group.x * 17u + index] = atomicLoad(&bins[index]);
  } else if (index == 16u) {
    outputs[group.x * 17u + 16u] = u32(atomicLoad(&signed));
  }
}

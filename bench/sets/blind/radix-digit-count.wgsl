// First kernel of a radix sort: how often each of 256 digits occurs in a block of 4096 keys; counts are stored
// digit by digit, ready for one scan over all blocks.
@group(0) @binding(0) var<storage, read> keys: array<vec4<u32>>;
@group(0) @binding(1) var<storage, read_write> counts: array<u32>;
override SHIFT: u32 = 8;

const DIGITS = 256u;
var<workgroup> tally: array<atomic<u32>, DIGITS>;

@compute @workgroup_size(DIGITS)
fn count(@builtin(workgroup_id) wg: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) t: u32) {
  for (var i = 0u; i < 4u; i++) {
    let at = wg.x * 1024u + i * DIGITS + t;
    if (at < arrayLength(&keys)) {
      let digit = (keys[at] >> vec4<u32>(SHIFT)) & vec4<u32>(255u);
      atomicAdd(&tally[digit.x], 1u);
      atomicAdd(&tally[digit.y], 1u);
      atomicAdd(&tally[digit.z], 1u);
      atomicAdd(&tally[digit.w], 1u);
    }
  }
  workgroupBarrier();
  counts[t * groups.x + wg.x] = atomicLoad(&tally[t]);
}

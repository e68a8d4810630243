// Every workgroup adds what it has counted to the same BINS words, as the last step of a histogram does. Workgroups
// begin SHIFT words further than the one before; WAIT lets them come out of step.
override BINS: u32 = 256u;
override SHIFT: u32 = 0u;
override WAIT: u32 = 1u;

@group(0) @binding(0) var<storage, read> values: array<u32>;
@group(0) @binding(1) var<storage, read_write> counters: array<atomic<u32>>;

fn waited(group: u32) -> u32 {
  var mixed = group * 2654435761u;
  mixed = (mixed ^ (mixed >> 15u)) % WAIT;
  var sum = values[group];
  for (var k = 0u; k < mixed; k++) {
    sum = sum * 1664525u + 1013904223u;
  }
  return sum;
}

@compute @workgroup_size(256)
fn merged(@builtin(local_invocation_index) lane: u32, @builtin(workgroup_id) group: vec3u) {
  let value = waited(group.x) | 1u;
  for (var i = lane; i < BINS; i += 256u) {
    atomicAdd(&counters[(i + group.x * SHIFT) % BINS], value + lane);
  }
}

// The same with workgroups of one subgroup, which goes through all bins.
@compute @workgroup_size(32)
fn merged_alone(@builtin(local_invocation_index) lane: u32, @builtin(workgroup_id) group: vec3u) {
  let value = waited(group.x) | 1u;
  for (var i = lane; i < BINS; i += 32u) {
    atomicAdd(&counters[(i + group.x * SHIFT) % BINS], value + lane);
  }
}

@group(0) @binding(0) var<storage, read> inputs: array<u32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) index: u32, @builtin(workgroup_id) group: vec3u) {
  let base = group.x * 64u;
  outputs[base + index] = inputs[base + index] * 2u;
  storageBarrier();
  let left = outputs[base + (index + 63u) % 64u];
  storageBarrier();
  outputs[base + index] += left;
}

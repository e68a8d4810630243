enable subgroups;
@group(0) @binding(0) var<storage, read> inputs: array<u32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(subgroup_invocation_id) lane: u32, @builtin(subgroup_size) size: u32) {
  let i = id.x;
  let x = inputs[i];
  outputs[6 * i] = subgroupShuffle(x, size - 1u - lane);
  outputs[6 * i + 1] = subgroupShuffleXor(x, 1u);
  outputs[6 * i + 2] = select(0u, subgroupShuffleUp(x, 1u), lane >= 1u);
  outputs[6 * i + 3] = select(0u, subgroupShuffleDown(x, 1u), lane + 1u < size);
  outputs[6 * i + 4] = subgroupBroadcast(x, 2u);
  outputs[6 * i + 5] = subgroupBroadcastFirst(x);
}

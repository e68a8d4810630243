enable subgroups;
@group(0) @binding(0) var<storage, read> values: array<u32>;
@group(0) @binding(1) var<storage, read_write> results: array<vec4<u32>>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let i = id.x;
  let value = values[i];
  let isOdd = (value & 1u) != 0u;
  let votes = subgroupBallot(isOdd);
  let neighbour = subgroupShuffleXor(value, 1u);
  let first = subgroupBroadcastFirst(value);
  let flags = select(0u, 1u, subgroupAll(isOdd)) + select(0u, 2u, subgroupAny(isOdd));
  results[i] = vec4<u32>(countOneBits(votes.x), neighbour, first, flags + subgroupBroadcast(value, 2u));
}

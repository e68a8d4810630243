// Exchanges, votes and sums between the lanes of a subgroup.
enable subgroups;

@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read_write> b: array<f32>;

@compute @workgroup_size(128)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(subgroup_invocation_id) lane: u32) {
  var value = a[id.x];
  value += subgroupShuffleXor(value, 1u);
  value += subgroupShuffle(value, (lane * 7u) % 32u);
  let large = subgroupBallot(value > 1.0);
  value += f32(countOneBits(large.x));
  value += subgroupInclusiveAdd(value);
  let most = subgroupMax(u32(value));
  if (subgroupAny(value > 100.0)) {
    value *= 0.5;
  }
  b[id.x] = subgroupAdd(value) + f32(most);
}

#version 450
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_vote : require
// Ballots, broadcasts, shuffles and votes.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer Input { uint values[]; };
layout(set = 0, binding = 1) writeonly buffer Output { uvec4 results[]; };

void main() {
  uint i = gl_GlobalInvocationID.x;
  uint value = values[i];
  bool isOdd = (value & 1u) != 0u;
  uvec4 votes = subgroupBallot(isOdd);
  uint neighbour = subgroupShuffleXor(value, 1u);
  uint first = subgroupBroadcastFirst(value);
  uint flags = (subgroupAll(isOdd) ? 1u : 0u) + (subgroupAny(isOdd) ? 2u : 0u);
  results[i] = uvec4(bitCount(votes.x), neighbour, first, flags + subgroupBroadcast(value, 2u));
}

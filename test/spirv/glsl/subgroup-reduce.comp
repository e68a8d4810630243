#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_basic : require
// Sums and maxima of 64 values by subgroup operations and one word of shared memory per subgroup.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer Input { float values[]; };
layout(set = 0, binding = 1) writeonly buffer Output { vec2 results[]; };

shared float sums[64];

void main() {
  uint lane = gl_LocalInvocationIndex;
  float value = values[gl_GlobalInvocationID.x];
  float sum = subgroupAdd(value);
  if (subgroupElect()) sums[lane / gl_SubgroupSize] = sum;
  barrier();
  float total = 0.0;
  for (uint k = 0u; k < 64u / gl_SubgroupSize; k++) total += sums[k];
  results[gl_GlobalInvocationID.x] = vec2(total, subgroupInclusiveAdd(value) + subgroupMax(value));
}

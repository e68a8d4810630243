#version 450
// Counts of the low byte: bins in shared memory, then added to the result.
layout(local_size_x = 256) in;
layout(set = 0, binding = 0) readonly buffer Input { uint values[]; };
layout(set = 0, binding = 1) buffer Output { uint counts[256]; };

shared uint bins[256];

void main() {
  uint lane = gl_LocalInvocationIndex;
  bins[lane] = 0u;
  barrier();
  for (uint k = 0u; k < 16u; k++) {
    uint value = values[(gl_WorkGroupID.x * 16u + k) * 256u + lane];
    atomicAdd(bins[value & 255u], 1u);
  }
  barrier();
  if (bins[lane] != 0u) {
    atomicAdd(counts[lane], bins[lane]);
  }
}

#version 450
// Each workgroup sums 1024 elements through shared memory.
layout(local_size_x = 256) in;
layout(set = 0, binding = 0) readonly buffer Input { float values[]; };
layout(set = 0, binding = 1) writeonly buffer Output { float sums[]; };

shared float partial[256];

void main() {
  uint lane = gl_LocalInvocationID.x;
  uint first = gl_WorkGroupID.x * 1024u + lane;
  float sum = 0.0;
  for (uint k = 0u; k < 4u; k++) {
    sum += values[first + k * 256u];
  }
  partial[lane] = sum;
  barrier();
  for (uint width = 128u; width > 0u; width >>= 1) {
    if (lane < width) {
      partial[lane] += partial[lane + width];
    }
    barrier();
  }
  if (lane == 0u) {
    sums[gl_WorkGroupID.x] = partial[0];
  }
}

#version 450
// Convolution of rows with 17 weights from a uniform block, the input's halo in shared memory.
layout(local_size_x = 128) in;
layout(set = 0, binding = 0) readonly buffer Input { float source[]; };
layout(set = 0, binding = 1) writeonly buffer Output { float result[]; };
layout(std140, set = 0, binding = 2) uniform Weights { vec4 weights[5]; int count; };

shared float window[128 + 16];

float at(int i) {
  return source[clamp(i, 0, count - 1)];
}

void main() {
  int lane = int(gl_LocalInvocationID.x);
  int first = int(gl_WorkGroupID.x) * 128 - 8;
  for (int k = lane; k < 144; k += 128) {
    window[k] = at(first + k);
  }
  barrier();
  float sum = 0.0;
  for (int k = 0; k < 17; k++) {
    sum += weights[k >> 2][k & 3] * window[lane + k];
  }
  result[gl_GlobalInvocationID.x] = sum;
}

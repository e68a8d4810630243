#version 450
// y = a x + y, one element per invocation.
layout(local_size_x = 256) in;
layout(set = 0, binding = 0) readonly buffer X { float x[]; };
layout(set = 0, binding = 1) buffer Y { float y[]; };
layout(set = 0, binding = 2) uniform Parameters { uint count; float factor; };

void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i < count) {
    y[i] = factor * x[i] + y[i];
  }
}

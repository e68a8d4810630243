#version 450
// Steps to 1, with a loop that tests at its end.
layout(local_size_x = 128) in;
layout(set = 0, binding = 0) readonly buffer Input { uint values[]; };
layout(set = 0, binding = 1) writeonly buffer Output { uint steps[]; };

void main() {
  uint i = gl_GlobalInvocationID.x;
  uint n = values[i] + 1u;
  uint count = 0u;
  do {
    n = (n & 1u) == 0u ? n / 2u : 3u * n + 1u;
    count++;
    if (count > 500u) break;
  } while (n != 1u);
  steps[i] = count;
}

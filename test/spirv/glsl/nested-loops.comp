#version 450
// Loops in loops with continue and break out of the inner one only, and arrays of function scope.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer Input { uint values[]; };
layout(set = 0, binding = 1) writeonly buffer Output { uint results[]; };

void main() {
  uint i = gl_GlobalInvocationID.x;
  uint seed = values[i];
  uint counts[8];
  for (int k = 0; k < 8; k++) counts[k] = 0u;
  for (uint a = 0u; a < 12u; a++) {
    if ((seed >> a & 1u) == 0u) continue;
    for (uint b = a; b < 16u; b++) {
      uint product = a * b + (seed & 15u);
      if (product > 90u) break;
      if (product % 3u == 0u) continue;
      counts[product & 7u]++;
    }
  }
  uint result = 0u;
  for (int k = 0; k < 8; k++) result = result * 31u + counts[k];
  results[i] = result;
}

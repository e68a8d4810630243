#version 450
// Dot products of rows of vec4, scaled and masked, as in attention.
layout(local_size_x = 16, local_size_y = 8) in;
layout(set = 0, binding = 0) readonly buffer Q { vec4 q[]; };
layout(set = 0, binding = 1) readonly buffer K { vec4 k[]; };
layout(set = 0, binding = 2) writeonly buffer S { float scores[]; };
layout(set = 0, binding = 3) uniform Parameters { uint rows; uint quads; float scale; };

void main() {
  uint row = gl_GlobalInvocationID.y;
  uint column = gl_GlobalInvocationID.x;
  if (row >= rows || column >= rows) return;
  vec4 sum = vec4(0.0);
  for (uint i = 0u; i < quads; i++) {
    sum = fma(q[row * quads + i], k[column * quads + i], sum);
  }
  float score = (sum.x + sum.y + sum.z + sum.w) * scale;
  scores[row * rows + column] = column <= row ? score : -1.0e9;
}

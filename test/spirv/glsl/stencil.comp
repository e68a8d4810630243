#version 450
// Five-point average over a grid, edges copied.
layout(local_size_x = 16, local_size_y = 16) in;
layout(set = 0, binding = 0) readonly buffer Input { float source[]; };
layout(set = 0, binding = 1) writeonly buffer Output { float result[]; };
layout(set = 0, binding = 2) uniform Parameters { uint width; uint height; };

void main() {
  uvec2 at = gl_GlobalInvocationID.xy;
  if (at.x >= width || at.y >= height) return;
  uint i = at.y * width + at.x;
  bool isEdge = at.x == 0u || at.y == 0u || at.x == width - 1u || at.y == height - 1u;
  if (isEdge) {
    result[i] = source[i];
  } else {
    float sum = source[i] + source[i - 1u] + source[i + 1u] + source[i - width] + source[i + width];
    result[i] = 0.2 * sum;
  }
}

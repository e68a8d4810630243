#version 450
// Iterations until a point leaves the circle of radius 2.
layout(local_size_x = 8, local_size_y = 8) in;
layout(set = 0, binding = 0) writeonly buffer Output { uint counts[]; };
layout(set = 0, binding = 1) uniform Parameters { uint width; uint height; uint limit; };

void main() {
  uvec2 at = gl_GlobalInvocationID.xy;
  if (at.x >= width || at.y >= height) {
    return;
  }
  vec2 c = vec2(at) / vec2(width, height) * vec2(3.0, 2.0) - vec2(2.0, 1.0);
  vec2 z = vec2(0.0);
  uint n = 0u;
  while (n < limit) {
    vec2 squares = z * z;
    if (squares.x + squares.y > 4.0) {
      break;
    }
    z = vec2(squares.x - squares.y + c.x, 2.0 * z.x * z.y + c.y);
    n++;
  }
  counts[at.y * width + at.x] = n;
}

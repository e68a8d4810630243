#version 450
// Matrices: a column-major 4 by 4 in a uniform block, products and an inverse-transpose column by column.
layout(local_size_x = 128) in;
layout(set = 0, binding = 0) readonly buffer Points { vec4 points[]; };
layout(set = 0, binding = 1) writeonly buffer Results { vec4 results[]; };
layout(std140, set = 0, binding = 2) uniform Transforms { mat4 view; mat4 model; mat3 normal; };

void main() {
  uint i = gl_GlobalInvocationID.x;
  vec4 point = view * (model * vec4(points[i].xyz, 1.0));
  vec3 turned = normal * points[i].xyz;
  mat2 corner = mat2(view);
  results[i] = point + vec4(turned, determinant(corner));
}

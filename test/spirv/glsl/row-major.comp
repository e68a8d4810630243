#version 450
// Row-major matrices in storage: rows, columns and single elements read and written.
layout(local_size_x = 64) in;
layout(std430, row_major, set = 0, binding = 0) readonly buffer Input { mat4x3 matrices[]; };
layout(std430, row_major, set = 0, binding = 1) buffer Output { mat4x3 products[]; };

void main() {
  uint i = gl_GlobalInvocationID.x;
  mat4x3 m = matrices[i];
  products[i][0] = m[1] + m[2];
  products[i][1] = m[3] * 2.0;
  products[i][2] = m * vec4(1.0, 2.0, 3.0, 4.0);
  products[i][3][1] = matrices[i][2][0];
}

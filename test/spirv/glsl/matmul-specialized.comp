#version 450
// Matrix product whose workgroup size, tile and matrix size are specialization constants.
layout(local_size_x_id = 0, local_size_y_id = 0) in;
layout(constant_id = 0) const uint TILE = 8u;
layout(constant_id = 1) const uint SIZE = 64u;
layout(constant_id = 2) const bool ACCUMULATE = false;
layout(set = 0, binding = 0) readonly buffer A { float a[]; };
layout(set = 0, binding = 1) readonly buffer B { float b[]; };
layout(set = 0, binding = 2) buffer C { float c[]; };

shared float tileA[TILE * TILE];
shared float tileB[TILE * TILE];

void main() {
  uint x = gl_LocalInvocationID.x;
  uint y = gl_LocalInvocationID.y;
  uint row = gl_WorkGroupID.y * TILE + y;
  uint column = gl_WorkGroupID.x * TILE + x;
  float sum = 0.0;
  for (uint t = 0u; t < SIZE / TILE; t++) {
    tileA[y * TILE + x] = a[row * SIZE + t * TILE + x];
    tileB[y * TILE + x] = b[(t * TILE + y) * SIZE + column];
    barrier();
    for (uint k = 0u; k < TILE; k++) {
      sum += tileA[y * TILE + k] * tileB[k * TILE + x];
    }
    barrier();
  }
  uint at = row * SIZE + column;
  c[at] = ACCUMULATE ? c[at] + sum : sum;
}

#version 450
// C = A B for square matrices, tiles of 16 by 16 in shared memory.
const uint TILE = 16u;
layout(local_size_x = 16, local_size_y = 16) in;
layout(set = 0, binding = 0) readonly buffer A { float a[]; };
layout(set = 0, binding = 1) readonly buffer B { float b[]; };
layout(set = 0, binding = 2) writeonly buffer C { float c[]; };
layout(set = 0, binding = 3) uniform Parameters { uint size; };

shared float tileA[TILE][TILE];
shared float tileB[TILE][TILE];

void main() {
  uint row = gl_GlobalInvocationID.y;
  uint column = gl_GlobalInvocationID.x;
  uvec2 local = gl_LocalInvocationID.xy;
  float sum = 0.0;
  for (uint t = 0u; t < size / TILE; t++) {
    tileA[local.y][local.x] = a[row * size + t * TILE + local.x];
    tileB[local.y][local.x] = b[(t * TILE + local.y) * size + column];
    barrier();
    for (uint k = 0u; k < TILE; k++) {
      sum += tileA[local.y][k] * tileB[k][local.x];
    }
    barrier();
  }
  c[row * size + column] = sum;
}

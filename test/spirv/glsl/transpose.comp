#version 450
// Transposes a square matrix through padded rows of shared memory.
layout(local_size_x = 32, local_size_y = 8) in;
layout(set = 0, binding = 0) readonly buffer Input { float source[]; };
layout(set = 0, binding = 1) writeonly buffer Output { float target[]; };
layout(set = 0, binding = 2) uniform Parameters { uint size; };

shared float tile[32][33];

void main() {
  uint x = gl_LocalInvocationID.x;
  uint y = gl_LocalInvocationID.y;
  uint column = gl_WorkGroupID.x * 32u;
  uint row = gl_WorkGroupID.y * 32u;
  for (uint k = 0u; k < 4u; k++) {
    tile[y + k * 8u][x] = source[(row + y + k * 8u) * size + column + x];
  }
  barrier();
  for (uint k = 0u; k < 4u; k++) {
    target[(column + y + k * 8u) * size + row + x] = tile[x][y + k * 8u];
  }
}

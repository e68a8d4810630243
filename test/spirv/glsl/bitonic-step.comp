#version 450
// One compare-and-exchange pass of a bitonic sort.
layout(local_size_x = 256) in;
layout(set = 0, binding = 0) buffer Data { uint data[]; };
layout(set = 0, binding = 1) uniform Parameters { uint distance; uint block; };

void main() {
  uint i = gl_GlobalInvocationID.x;
  uint other = i ^ distance;
  if (other > i) {
    uint a = data[i];
    uint b = data[other];
    bool isAscending = (i & block) == 0u;
    if (isAscending == (a > b)) {
      data[i] = b;
      data[other] = a;
    }
  }
}

#version 450
// Binary search that returns from the middle of its loop.
layout(local_size_x = 128) in;
layout(set = 0, binding = 0) readonly buffer Sorted { uint sorted[]; };
layout(set = 0, binding = 1) readonly buffer Keys { uint keys[]; };
layout(set = 0, binding = 2) writeonly buffer Output { int places[]; };

int find(uint key) {
  int low = 0;
  int high = sorted.length() - 1;
  while (low <= high) {
    int middle = (low + high) / 2;
    uint value = sorted[middle];
    if (value == key) return middle;
    if (value < key) low = middle + 1;
    else high = middle - 1;
  }
  return -1 - low;
}

void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i >= keys.length()) return;
  places[i] = find(keys[i]);
}

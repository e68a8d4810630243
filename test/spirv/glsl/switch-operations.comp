#version 450
// A switch with shared cases, a case that runs into the next, and a default in the middle.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer Input { int values[]; };
layout(set = 0, binding = 1) writeonly buffer Output { int results[]; };

void main() {
  uint i = gl_GlobalInvocationID.x;
  int x = values[2u * i];
  int y = values[2u * i + 1u];
  int result = 0;
  switch (x & 7) {
    case 0:
    case 1:
      result = x + y;
      break;
    case 2:
      result = x * y;
      // runs into the next case
    case 3:
      result += x - y;
      break;
    default:
      result = x ^ y;
      break;
    case 5:
      if (y > x) break;
      result = ~x;
      break;
    case -1:
      result = 7;
      break;
  }
  results[i] = result;
}

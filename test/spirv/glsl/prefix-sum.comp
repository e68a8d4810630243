#version 450
// Inclusive prefix sums of 256 integers per workgroup, doubling the distance.
layout(local_size_x = 256) in;
layout(set = 0, binding = 0) readonly buffer Input { uint values[]; };
layout(set = 0, binding = 1) writeonly buffer Output { uint sums[]; };

shared uint scan[2][256];

void main() {
  uint lane = gl_LocalInvocationID.x;
  uint at = gl_GlobalInvocationID.x;
  uint from = 0u;
  scan[0][lane] = values[at];
  barrier();
  for (uint distance = 1u; distance < 256u; distance *= 2u) {
    uint sum = scan[from][lane];
    if (lane >= distance) {
      sum += scan[from][lane - distance];
    }
    scan[1u - from][lane] = sum;
    from = 1u - from;
    barrier();
  }
  sums[at] = scan[from][lane];
}

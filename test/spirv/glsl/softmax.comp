#version 450
// Softmax of rows, a workgroup per row.
layout(local_size_x = 128) in;
layout(set = 0, binding = 0) readonly buffer Input { float source[]; };
layout(set = 0, binding = 1) writeonly buffer Output { float result[]; };
layout(set = 0, binding = 2) uniform Parameters { uint columns; };

shared float scratch[128];

float reduceMax(float value, uint lane) {
  scratch[lane] = value;
  barrier();
  for (uint width = 64u; width > 0u; width /= 2u) {
    if (lane < width) scratch[lane] = max(scratch[lane], scratch[lane + width]);
    barrier();
  }
  float result = scratch[0];
  barrier();
  return result;
}

float reduceSum(float value, uint lane) {
  scratch[lane] = value;
  barrier();
  for (uint width = 64u; width > 0u; width /= 2u) {
    if (lane < width) scratch[lane] += scratch[lane + width];
    barrier();
  }
  float result = scratch[0];
  barrier();
  return result;
}

void main() {
  uint lane = gl_LocalInvocationID.x;
  uint row = gl_WorkGroupID.x * columns;
  float highest = -3.0e38;
  for (uint c = lane; c < columns; c += 128u) highest = max(highest, source[row + c]);
  highest = reduceMax(highest, lane);
  float sum = 0.0;
  for (uint c = lane; c < columns; c += 128u) sum += exp(source[row + c] - highest);
  sum = reduceSum(sum, lane);
  for (uint c = lane; c < columns; c += 128u) result[row + c] = exp(source[row + c] - highest) / sum;
}

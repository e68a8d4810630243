#version 450
// Functions that change what they are given: inout and out parameters, of arrays, of components, nested.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer Input { vec4 values[]; };
layout(set = 0, binding = 1) writeonly buffer Output { vec4 results[]; };

void order(inout float a, inout float b) {
  if (a > b) {
    float t = a;
    a = b;
    b = t;
  }
}

void sortFour(inout vec4 v) {
  order(v.x, v.y);
  order(v.z, v.w);
  order(v.x, v.z);
  order(v.y, v.w);
  order(v.y, v.z);
}

float summary(in vec4 v, out float spread) {
  sortFour(v);
  spread = v.w - v.x;
  return 0.5 * (v.y + v.z);
}

void main() {
  uint i = gl_GlobalInvocationID.x;
  vec4 v = values[i];
  float spread;
  float median = summary(v, spread);
  sortFour(v);
  results[i] = vec4(median, spread, v.x, v.w);
}

#version 450
// Double precision: sums, products, division, a root, conversions.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer Input { float values[]; };
layout(set = 0, binding = 1) writeonly buffer Output { double results[]; };

void main() {
  uint i = gl_GlobalInvocationID.x;
  double x = double(values[i]);
  double sum = 0.0lf;
  for (int k = 1; k <= 8; k++) {
    sum += x / double(k);
  }
  results[i] = fma(sum, x, sqrt(abs(x))) - double(int(sum));
}

#version 450
// Sparse matrix times vector, a row per invocation.
layout(local_size_x = 128) in;
layout(set = 0, binding = 0) readonly buffer Rows { uint rows[]; };
layout(set = 0, binding = 1) readonly buffer Columns { uint columns[]; };
layout(set = 0, binding = 2) readonly buffer Values { float values[]; };
layout(set = 0, binding = 3) readonly buffer X { float x[]; };
layout(set = 0, binding = 4) writeonly buffer Y { float y[]; };

void main() {
  uint row = gl_GlobalInvocationID.x;
  if (row >= uint(y.length())) return;
  float sum = 0.0;
  for (uint k = rows[row]; k < rows[row + 1u]; k++) {
    sum += values[k] * x[columns[k]];
  }
  y[row] = sum;
}

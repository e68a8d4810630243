#version 450
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_explicit_arithmetic_types_int16 : require
// 16-bit storage: half-precision floats and short integers.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer Input { float16_t values[]; };
layout(set = 0, binding = 1) buffer Output { float16_t results[]; };
layout(set = 0, binding = 2) buffer Shorts { int16_t shorts[]; };

void main() {
  uint i = gl_GlobalInvocationID.x;
  results[i] = float16_t(float(values[i]) * 2.0 + 1.0);
  int16_t s = shorts[i];
  shorts[i] = s * int16_t(3) - int16_t(7);
}

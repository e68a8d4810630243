#version 450
#extension GL_EXT_shader_8bit_storage : require
#extension GL_EXT_shader_explicit_arithmetic_types_int8 : require
// Bytes in storage: quantised values to floats and back.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer Input { int8_t values[]; };
layout(set = 0, binding = 1) writeonly buffer Output { uint8_t results[]; };
layout(set = 0, binding = 2) uniform Parameters { float scale; };

void main() {
  uint i = gl_GlobalInvocationID.x;
  float value = float(values[i]) * scale;
  int8_t doubled = values[i] + values[i];
  results[i] = uint8_t(clamp(value + 128.0, 0.0, 255.0)) ^ uint8_t(doubled);
}

#version 450
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
// 64-bit integers: a multiplicative hash, comparisons, shifts, signed and unsigned division.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer Input { uvec2 values[]; };
layout(set = 0, binding = 1) writeonly buffer Output { uvec4 results[]; };

void main() {
  uint i = gl_GlobalInvocationID.x;
  uint64_t x = packUint2x32(values[i]);
  uint64_t hash = (x ^ (x >> 29)) * 0xBF58476D1CE4E5B9ul;
  hash += x < hash ? 1ul : 0xFFFFFFFF00000000ul;
  int64_t y = int64_t(x) / int64_t(int(values[i].y | 1u));
  results[i] = uvec4(unpackUint2x32(hash), unpackUint2x32(uint64_t(y) + x % 1000003ul));
}

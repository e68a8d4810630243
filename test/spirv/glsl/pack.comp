#version 450
// Packed floats in and out.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer Input { uint packed[]; };
layout(set = 0, binding = 1) writeonly buffer Output { uvec4 results[]; };

void main() {
  uint i = gl_GlobalInvocationID.x;
  uint word = packed[i];
  vec4 colour = unpackUnorm4x8(word);
  vec2 pair = unpackSnorm2x16(word);
  colour = max(colour.wzyx, 0.25);
  results[i] = uvec4(packUnorm4x8(colour), packHalf2x16(pair * 3.0), packSnorm2x16(clamp(pair, -0.5, 0.5)), packUnorm2x16(colour.xy));
}

#version 450
// Wide products, carries, bit fields, and division of both signs.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer Input { uvec2 values[]; };
layout(set = 0, binding = 1) writeonly buffer Output { uvec4 results[]; };

void main() {
  uint i = gl_GlobalInvocationID.x;
  uint a = values[i].x;
  uint b = values[i].y | 1u;
  uint high;
  uint low;
  umulExtended(a, b, high, low);
  uint carry;
  uint sum = uaddCarry(low, a, carry);
  int quotient = int(a) / int((b & 0xffffu) | 1u);
  uint field = bitfieldExtract(a, 5, 11) + uint(bitfieldExtract(int(b), 3, 9));
  uint merged = bitfieldInsert(a, b, 8, 12) ^ bitfieldReverse(b);
  results[i] = uvec4(high + carry, sum ^ uint(quotient), a % b + field, merged + uint(findMSB(a) + findLSB(b) + bitCount(a)));
}

@group(0) @binding(0) var<storage, read> values: array<vec2<u32>>;
@group(0) @binding(1) var<storage, read_write> results: array<vec4<u32>>;

fn mulHigh(a: u32, b: u32) -> u32 {
  let a0 = a & 0xffffu;
  let a1 = a >> 16u;
  let b0 = b & 0xffffu;
  let b1 = b >> 16u;
  let middle = a1 * b0 + ((a0 * b0) >> 16u);
  let other = a0 * b1 + (middle & 0xffffu);
  return a1 * b1 + (middle >> 16u) + (other >> 16u);
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let i = id.x;
  let a = values[i].x;
  let b = values[i].y | 1u;
  let high = mulHigh(a, b);
  let low = a * b;
  let sum = low + a;
  let carry = select(0u, 1u, sum < low);
  let quotient = bitcast<i32>(a) / bitcast<i32>((b & 0xffffu) | 1u);
  let field = extractBits(a, 5u, 11u) + bitcast<u32>(extractBits(bitcast<i32>(b), 3u, 9u));
  let merged = insertBits(a, b, 8u, 12u) ^ reverseBits(b);
  let bits = bitcast<i32>(firstLeadingBit(a)) + bitcast<i32>(firstTrailingBit(b)) + bitcast<i32>(countOneBits(a));
  results[i] = vec4<u32>(high + carry, sum ^ bitcast<u32>(quotient), a % b + field, merged + bitcast<u32>(bits));
}

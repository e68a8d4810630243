// The greatest common divisor of odd numbers by halving: all steps are taken, the last ones to no effect.
@group(0) @binding(0) var<storage, read> pairs: array<vec2<u32>>;
@group(0) @binding(1) var<storage, read_write> divisors: array<u32>;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  var a = pairs[id.x].x | 1u;
  var b = pairs[id.x].y | 1u;
  for (var k = 0u; k < 48u; k++) {
    let difference = max(a, b) - min(a, b);
    b = min(a, b);
    a = difference >> (firstTrailingBit(difference) & 31u);
  }
  divisors[id.x] = max(a, b);
}

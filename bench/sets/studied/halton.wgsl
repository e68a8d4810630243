// Points of the Halton sequence: the digits of the index mirrored. CONSTANT takes the base that is known when the
// pipeline is made, else the one in the uniform buffer.
struct Sequence { base: u32 }

@group(0) @binding(0) var<uniform> sequence: Sequence;
@group(0) @binding(1) var<storage, read_write> points: array<f32>;

override CONSTANT: bool;
override BASE: u32;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let base = select(sequence.base, BASE, CONSTANT);
  let inverse = 1.0 / f32(base);
  var rest = id.x + 1u;
  var place = inverse;
  var point = 0.0;
  for (var digit = 0u; digit < 12u; digit++) {
    point += f32(rest % base) * place;
    rest = rest / base;
    place = place * inverse;
  }
  points[id.x] = point;
}

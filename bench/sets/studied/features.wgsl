// Eight powers of each number, NEXT_POWER apart; those of the next number begin NEXT_NUMBER further on.
@group(0) @binding(0) var<storage, read> numbers: array<f32>;
@group(0) @binding(1) var<storage, read_write> features: array<f32>;

override NEXT_POWER: u32;
override NEXT_NUMBER: u32;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let number = numbers[id.x];
  var power = 1.0;
  for (var k = 0u; k < 8u; k++) {
    features[id.x * NEXT_NUMBER + k * NEXT_POWER] = power;
    power *= number;
  }
}

// Sums of cubes, by pow() or by multiplication.
struct Power { exponent: f32 }

@group(0) @binding(0) var<storage, read> numbers: array<f32>;
@group(0) @binding(1) var<storage, read_write> sums: array<f32>;
@group(0) @binding(2) var<uniform> power: Power;

override BY_POWER: bool;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  var x = numbers[id.x] + 1.0;
  var sum = 0.0;
  for (var k = 0u; k < 32u; k++) {
    if (BY_POWER) {
      sum += pow(x, power.exponent);
    } else {
      sum += x * x * x;
    }
    x += 0.03125;
  }
  sums[id.x] = sum;
}

// Two long branches. RUN neighbouring invocations in turn take the same one.
@group(0) @binding(0) var<storage, read_write> numbers: array<f32>;

override RUN: u32;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  var x = numbers[id.x];
  if ((id.x / RUN) % 2u == 0u) {
    for (var k = 0u; k < 100u; k++) {
      x = x * 0.75 + 0.5;
    }
  } else {
    for (var k = 0u; k < 100u; k++) {
      x = x * x - 0.25;
    }
  }
  numbers[id.x] = x;
}

// Each invocation adds 16 numbers that lie STEP apart; its neighbour's begin NEXT further on.
@group(0) @binding(0) var<storage, read> numbers: array<f32>;
@group(0) @binding(1) var<storage, read_write> sums: array<f32>;

override STEP: u32;
override NEXT: u32;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  var sum = 0.0;
  for (var k = 0u; k < 16u; k++) {
    sum += numbers[id.x * NEXT + k * STEP];
  }
  sums[id.x] = sum;
}

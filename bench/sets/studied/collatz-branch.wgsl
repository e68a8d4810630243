// 64 steps of the Collatz sequence, of which odd and even numbers are told apart by a branch.
@group(0) @binding(0) var<storage, read_write> numbers: array<u32>;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  var number = numbers[id.x];
  for (var k = 0u; k < 64u; k++) {
    if ((number & 1u) == 1u) {
      number = 3u * number + 1u;
    } else {
      number = number >> 1u;
    }
  }
  numbers[id.x] = number;
}

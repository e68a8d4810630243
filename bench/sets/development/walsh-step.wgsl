// One butterfly pass of the fast Walsh-Hadamard transform over the whole array.
struct Pass { distance: u32 }

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
@group(0) @binding(2) var<uniform> butterfly: Pass;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let distance = butterfly.distance;
  let first = (id.x / distance) * 2u * distance + id.x % distance;
  let second = first + distance;
  if (second >= arrayLength(&input)) {
    return;
  }
  let a = input[first];
  let b = input[second];
  output[first] = a + b;
  output[second] = a - b;
}

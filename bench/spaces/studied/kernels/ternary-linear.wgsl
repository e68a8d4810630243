// Matrix times vector with ternary weights, 16 to a word (01 is +1, 10 is -1), and activations of 8 bits, four to a
// word. One output per invocation; the words of neighbouring outputs lie side by side.
struct Shape { outputs: u32, inputs: u32, activationScale: f32 } // inputs: a multiple of 16

@group(0) @binding(0) var<storage, read> weights: array<u32>; // [inputs / 16][outputs]
@group(0) @binding(1) var<storage, read> activations: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read> scales: array<f32>;
@group(0) @binding(3) var<storage, read_write> result: array<f32>;
@group(0) @binding(4) var<uniform> shape: Shape;

fn partial(codes: u32, packed: u32) -> i32 {
  var sum = 0;
  for (var i = 0u; i < 4u; i++) {
    let code = (codes >> (2u * i)) & 3u;
    let weight = i32(code & 1u) - i32(code >> 1u);
    sum += weight * extractBits(bitcast<i32>(packed), 8u * i, 8u);
  }
  return sum;
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= shape.outputs) {
    return;
  }
  var sum = 0;
  for (var k = 0u; k < shape.inputs / 16u; k++) {
    let codes = weights[k * shape.outputs + id.x];
    let packed = activations[k];
    sum += partial(codes, packed.x);
    sum += partial(codes >> 8u, packed.y);
    sum += partial(codes >> 16u, packed.z);
    sum += partial(codes >> 24u, packed.w);
  }
  result[id.x] = f32(sum) * shape.activationScale * scales[id.x];
}

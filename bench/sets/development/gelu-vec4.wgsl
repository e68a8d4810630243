// GELU by way of the logistic function, vectors of four in a grid-stride loop, with the bias of the layer before.
@group(0) @binding(0) var<storage, read> input: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read> bias: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read_write> output: array<vec4<f32>>;

const SIZE = 256u;

@compute @workgroup_size(SIZE)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
  for (var i = id.x; i < arrayLength(&input); i += groups.x * SIZE) {
    let x = input[i] + bias[i % arrayLength(&bias)];
    output[i] = x / (1.0 + exp(-1.702 * x));
  }
}

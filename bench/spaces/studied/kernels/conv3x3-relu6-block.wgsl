// 3x3 convolution with bias and ReLU6, NCHW, padding 1. An invocation computes 4 neighbouring pixels of 4
// output channels; weights are laid out so that those 4 channels are one vec4.
struct Shape {
  width: u32,          // a multiple of 4
  height: u32,
  inputChannels: u32,
  outputChannels: u32, // a multiple of 4
  batch: u32,
}

@group(0) @binding(0) var<uniform> shape: Shape;
@group(0) @binding(1) var<storage, read> input: array<f32>;
@group(0) @binding(2) var<storage, read> weights: array<vec4<f32>>; // [output / 4][input][3][3]
@group(0) @binding(3) var<storage, read> bias: array<vec4<f32>>;
@group(0) @binding(4) var<storage, read_write> output: array<f32>;

@compute @workgroup_size(32, 4)
fn conv(@builtin(global_invocation_id) id: vec3<u32>) {
  let x0 = id.x * 4u;
  let y = id.y;
  let quads = shape.outputChannels / 4u;
  let quad = id.z % quads;
  let image = id.z / quads;
  if (x0 >= shape.width || y >= shape.height || image >= shape.batch) {
    return;
  }

  let plane = shape.width * shape.height;
  var sum0 = bias[quad];
  var sum1 = sum0;
  var sum2 = sum0;
  var sum3 = sum0;
  for (var c = 0u; c < shape.inputChannels; c++) {
    let source = (image * shape.inputChannels + c) * plane;
    let filter_ = (quad * shape.inputChannels + c) * 9u;
    for (var ky = 0u; ky < 3u; ky++) {
      let row = i32(y + ky) - 1;
      if (row < 0 || row >= i32(shape.height)) {
        continue;
      }
      let at = source + u32(row) * shape.width + x0;
      var left = 0.0;
      if (x0 > 0u) {
        left = input[at - 1u];
      }
      let a = input[at];
      let b = input[at + 1u];
      let d = input[at + 2u];
      let e = input[at + 3u];
      var right = 0.0;
      if (x0 + 4u < shape.width) {
        right = input[at + 4u];
      }
      let w0 = weights[filter_ + ky * 3u];
      let w1 = weights[filter_ + ky * 3u + 1u];
      let w2 = weights[filter_ + ky * 3u + 2u];
      sum0 += w0 * left + w1 * a + w2 * b;
      sum1 += w0 * a + w1 * b + w2 * d;
      sum2 += w0 * b + w1 * d + w2 * e;
      sum3 += w0 * d + w1 * e + w2 * right;
    }
  }

  let zero = vec4<f32>(0.0);
  let six = vec4<f32>(6.0);
  sum0 = clamp(sum0, zero, six);
  sum1 = clamp(sum1, zero, six);
  sum2 = clamp(sum2, zero, six);
  sum3 = clamp(sum3, zero, six);
  for (var k = 0u; k < 4u; k++) {
    let to = (image * shape.outputChannels + quad * 4u + k) * plane + y * shape.width + x0;
    output[to] = sum0[k];
    output[to + 1u] = sum1[k];
    output[to + 2u] = sum2[k];
    output[to + 3u] = sum3[k];
  }
}

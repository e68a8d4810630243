enable f16;

// Depthwise 3x3 convolution with padding 1, NHWC in half precision, folded scale and bias, SiLU.
struct Shape {
  height: u32,
  width: u32,
  quads: u32, // channels / 4
}

@group(0) @binding(0) var<storage, read> input: array<vec4<f16>>;
@group(0) @binding(1) var<storage, read> weights: array<vec4<f16>>; // [9][quads]
@group(0) @binding(2) var<storage, read> bias: array<vec4<f16>>;
@group(0) @binding(3) var<storage, read_write> output: array<vec4<f16>>;
@group(0) @binding(4) var<uniform> shape: Shape;

@compute @workgroup_size(32, 4)
fn main(@builtin(global_invocation_id) gid: vec3u) {
  let quad = gid.x;
  let x = gid.y;
  let image = gid.z / shape.height;
  let y = gid.z % shape.height;
  if (quad >= shape.quads || x >= shape.width) {
    return;
  }

  var sum = vec4f(bias[quad]);
  for (var dy = 0u; dy < 3u; dy++) {
    let sy = y + dy;
    if (sy < 1u || sy > shape.height) {
      continue;
    }
    let row = (image * shape.height + sy - 1u) * shape.width;
    for (var dx = 0u; dx < 3u; dx++) {
      let sx = x + dx;
      if (sx < 1u || sx > shape.width) {
        continue;
      }
      let v = input[(row + sx - 1u) * shape.quads + quad];
      let w = weights[(dy * 3u + dx) * shape.quads + quad];
      sum += vec4f(v * w);
    }
  }
  let activated = sum / (1.0 + exp(-sum));
  output[(gid.z * shape.width + x) * shape.quads + quad] = vec4<f16>(activated);
}

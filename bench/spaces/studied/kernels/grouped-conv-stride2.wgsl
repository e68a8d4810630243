// Grouped 3x3 convolution with stride 2 and padding 1 (NCHW), followed by a folded batch norm and hard-swish.
// One invocation computes a pixel of four neighbouring output channels, so weights are stored four channels together.
struct Layer {
  batch: u32,
  in_size: vec2u,       // width, height
  out_size: vec2u,
  groups: u32,
  in_per_group: u32,
  quads_per_group: u32, // output channels of a group / 4
}

@group(0) @binding(0) var<uniform> layer: Layer;
@group(0) @binding(1) var<storage, read> input: array<f32>;
@group(0) @binding(2) var<storage, read> weights: array<vec4f>; // [quad][in channel][3][3]
@group(0) @binding(3) var<storage, read> scale: array<vec4f>;
@group(0) @binding(4) var<storage, read> shift: array<vec4f>;
@group(0) @binding(5) var<storage, read_write> output: array<f32>;

fn hard_swish(v: vec4f) -> vec4f {
  return v * clamp(v + 3.0, vec4f(0.0), vec4f(6.0)) / 6.0;
}

fn pixel(plane: u32, x: i32, y: i32) -> f32 {
  let size = vec2i(layer.in_size);
  if (x < 0 || y < 0 || x >= size.x || y >= size.y) {
    return 0.0;
  }
  return input[plane + u32(y * size.x + x)];
}

@compute @workgroup_size(8, 8, 1)
fn conv(@builtin(global_invocation_id) id: vec3u) {
  if (any(id.xy >= layer.out_size)) {
    return;
  }
  let quads = layer.groups * layer.quads_per_group;
  let quad = id.z % quads;
  let image = id.z / quads;
  let group = quad / layer.quads_per_group;
  let in_plane = layer.in_size.x * layer.in_size.y;
  let corner = vec2i(id.xy) * 2 - 1;

  var acc = vec4f();
  for (var c = 0u; c < layer.in_per_group; c++) {
    let channel = group * layer.in_per_group + c;
    let plane = (image * layer.groups * layer.in_per_group + channel) * in_plane;
    let w = (quad * layer.in_per_group + c) * 9u;
    for (var ky = 0; ky < 3; ky++) {
      for (var kx = 0; kx < 3; kx++) {
        acc += weights[w + u32(ky * 3 + kx)] * pixel(plane, corner.x + kx, corner.y + ky);
      }
    }
  }
  let result = hard_swish(acc * scale[quad] + shift[quad]);
  let out_plane = layer.out_size.x * layer.out_size.y;
  let base = (image * quads + quad) * 4u * out_plane + id.y * layer.out_size.x + id.x;
  output[base] = result.x;
  output[base + out_plane] = result.y;
  output[base + 2u * out_plane] = result.z;
  output[base + 3u * out_plane] = result.w;
}

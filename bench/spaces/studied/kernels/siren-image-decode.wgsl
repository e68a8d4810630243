// Decodes an image from a coordinate network with sine activations (SIREN, 2 → 32 → 32 → 32 → 3), one pixel per
// invocation; all weights lie in a uniform buffer.
struct Network {
  input_weights: array<vec4f, 16>,      // pairs of neurons: (wx, wy) (wx, wy)
  input_bias: array<vec4f, 8>,
  hidden1: array<vec4f, 256>,           // row per neuron
  hidden1_bias: array<vec4f, 8>,
  hidden2: array<vec4f, 256>,
  hidden2_bias: array<vec4f, 8>,
  output: array<vec4f, 24>,
  output_bias: vec4f,
}

@group(0) @binding(0) var<uniform> net: Network;
@group(0) @binding(1) var<storage, read_write> image: array<u32>;

override WIDTH: u32 = 1024;
override HEIGHT: u32 = 1024;
override TILE: u32 = 16;
const OMEGA = 30.0;

@compute @workgroup_size(TILE, TILE)
fn decode(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= WIDTH || id.y >= HEIGHT) { return; }
  let p = vec2f(id.xy) / vec2f(f32(WIDTH), f32(HEIGHT)) * 2.0 - 1.0;

  var a: array<vec4f, 8>;
  var b: array<vec4f, 8>;
  for (var i = 0u; i < 8u; i++) {
    let w0 = net.input_weights[2u * i];
    let w1 = net.input_weights[2u * i + 1u];
    let s = vec4f(dot(w0.xy, p), dot(w0.zw, p), dot(w1.xy, p), dot(w1.zw, p));
    a[i] = sin(OMEGA * (s + net.input_bias[i]));
  }

  for (var i = 0u; i < 8u; i++) {
    var s = net.hidden1_bias[i];
    for (var j = 0u; j < 8u; j++) {
      let row = i * 32u + j;
      s += vec4f(dot(net.hidden1[row], a[j]), dot(net.hidden1[row + 8u], a[j]),
                 dot(net.hidden1[row + 16u], a[j]), dot(net.hidden1[row + 24u], a[j]));
    }
    b[i] = sin(OMEGA * s);
  }

  for (var i = 0u; i < 8u; i++) {
    var s = net.hidden2_bias[i];
    for (var j = 0u; j < 8u; j++) {
      let row = i * 32u + j;
      s += vec4f(dot(net.hidden2[row], b[j]), dot(net.hidden2[row + 8u], b[j]),
                 dot(net.hidden2[row + 16u], b[j]), dot(net.hidden2[row + 24u], b[j]));
    }
    a[i] = sin(OMEGA * s);
  }

  var rgb = net.output_bias.xyz;
  for (var j = 0u; j < 8u; j++) {
    rgb += vec3f(dot(net.output[j], a[j]), dot(net.output[8u + j], a[j]), dot(net.output[16u + j], a[j]));
  }
  image[id.y * WIDTH + id.x] = pack4x8unorm(vec4f(rgb * 0.5 + 0.5, 1.0));
}

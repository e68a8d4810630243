// A layer of a WaveNet-like model: a causal convolution of two taps, DILATION samples apart, gives filter and gate,
// z = tanh(filter) * sigmoid(gate). Signals are channel after channel. An invocation makes four channels of a sample.
override SAMPLES: u32;
override CHANNELS: u32 = 32;
override DILATION: u32 = 64;
override SIZE: u32 = 128;

@group(0) @binding(0) var<storage, read> signal: array<f32>;
@group(0) @binding(1) var<storage, read> filter_weights: array<vec4f>; // [channels / 4][channels][tap]
@group(0) @binding(2) var<storage, read> gate_weights: array<vec4f>;
@group(0) @binding(3) var<storage, read> biases: array<vec4f>;          // filter's, then the gate's
@group(0) @binding(4) var<storage, read_write> z: array<f32>;

fn sigmoid(x: vec4f) -> vec4f {
  return 1.0 / (1.0 + exp(-x));
}

@compute @workgroup_size(SIZE)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let t = id.x;
  let quad = id.y;
  if (t >= SAMPLES) {
    return;
  }
  var f = biases[quad];
  var g = biases[CHANNELS / 4u + quad];
  for (var channel = 0u; channel < CHANNELS; channel++) {
    let row = channel * SAMPLES;
    let now = signal[row + t];
    var past = 0.0;
    if (t >= DILATION) {
      past = signal[row + t - DILATION];
    }
    let at = 2u * (quad * CHANNELS + channel);
    f += filter_weights[at] * past + filter_weights[at + 1u] * now;
    g += gate_weights[at] * past + gate_weights[at + 1u] * now;
  }
  let out = tanh(f) * sigmoid(g);
  for (var i = 0u; i < 4u; i++) {
    z[(4u * quad + i) * SAMPLES + t] = out[i];
  }
}

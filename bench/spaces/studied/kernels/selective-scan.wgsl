// Selective state space layer (forward). One invocation carries the 16 states of one channel of one sequence.

const STATES = 16u;

struct Dims {
  batch: u32,
  steps: u32,
  channels: u32,
}

@group(0) @binding(0) var<uniform> dims: Dims;
@group(0) @binding(1) var<storage, read> input: array<f32>;       // [batch][step][channel]
@group(0) @binding(2) var<storage, read> delta: array<f32>;       // [batch][step][channel]
@group(0) @binding(3) var<storage, read> a_log: array<f32>;       // [channel][state]
@group(0) @binding(4) var<storage, read> b_proj: array<vec4f>;    // [batch][step][state / 4]
@group(0) @binding(5) var<storage, read> c_proj: array<vec4f>;
@group(0) @binding(6) var<storage, read> skip: array<f32>;
@group(0) @binding(7) var<storage, read_write> output: array<f32>;

fn softplus(x: f32) -> f32 {
  return select(log(1.0 + exp(x)), x, x > 20.0);
}

@compute @workgroup_size(64)
fn ssm_forward(@builtin(global_invocation_id) gid: vec3u) {
  let channel = gid.x;
  let b = gid.y;
  if (channel >= dims.channels) {
    return;
  }
  var a: array<f32, STATES>;
  var h: array<f32, STATES>;
  for (var s = 0u; s < STATES; s++) {
    a[s] = -exp(a_log[channel * STATES + s]);
    h[s] = 0.0;
  }
  let d = skip[channel];
  for (var t = 0u; t < dims.steps; t++) {
    let row = b * dims.steps + t;
    let x = input[row * dims.channels + channel];
    let dt = softplus(delta[row * dims.channels + channel]);
    var y = d * x;
    for (var q = 0u; q < STATES / 4u; q++) {
      let bv = b_proj[row * (STATES / 4u) + q];
      let cv = c_proj[row * (STATES / 4u) + q];
      for (var r = 0u; r < 4u; r++) {
        let s = 4u * q + r;
        h[s] = exp(dt * a[s]) * h[s] + dt * bv[r] * x;
        y += cv[r] * h[s];
      }
    }
    output[row * dims.channels + channel] = y;
  }
}

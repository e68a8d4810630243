// Orientations from gyroscope recordings: an inclusive scan of quaternion products along the samples of each sensor.
// A workgroup walks through one recording, 256 samples at a time, four an invocation, and carries the turn so far.
@group(0) @binding(0) var<storage, read> rates: array<vec4<f32>>; // rad/s about x, y, z; w: seconds to the next sample
@group(0) @binding(1) var<storage, read> start: array<vec4<f32>>; // each sensor's first orientation
@group(0) @binding(2) var<storage, read_write> orientations: array<vec4<f32>>;

override SAMPLES: u32 = 1024;

const WINDOW = 256u;

var<workgroup> turns: array<vec4<f32>, 64>;
var<workgroup> carry: vec4<f32>;

fn multiply(a: vec4<f32>, b: vec4<f32>) -> vec4<f32> {
  return vec4<f32>(a.w * b.xyz + b.w * a.xyz + cross(a.xyz, b.xyz), a.w * b.w - dot(a.xyz, b.xyz));
}

fn turnOf(sample: vec4<f32>) -> vec4<f32> {
  let speed = length(sample.xyz);
  let angle = 0.5 * speed * sample.w;
  let axis = sample.xyz / max(speed, 1e-12);
  return vec4<f32>(axis * sin(angle), cos(angle));
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) sensor: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
  let row = sensor.x * SAMPLES;
  if (lane == 0u) {
    let q = start[sensor.x];
    carry = q / max(length(q), 1e-6);
  }
  for (var window = 0u; window < SAMPLES; window += WINDOW) {
    var own: array<vec4<f32>, 4>;
    var product = vec4<f32>(0.0, 0.0, 0.0, 1.0);
    for (var i = 0u; i < 4u; i++) {
      let at = window + lane * 4u + i;
      if (at < SAMPLES) {
        product = multiply(product, turnOf(rates[row + at]));
      }
      own[i] = product;
    }
    turns[lane] = product;
    workgroupBarrier();

    for (var reach = 1u; reach < 64u; reach <<= 1u) {
      var joined = turns[lane];
      if (lane >= reach) {
        joined = multiply(turns[lane - reach], joined);
      }
      workgroupBarrier();
      turns[lane] = joined;
      workgroupBarrier();
    }

    var before = carry;
    if (lane > 0u) {
      before = multiply(carry, turns[lane - 1u]);
    }
    for (var i = 0u; i < 4u; i++) {
      let at = window + lane * 4u + i;
      if (at < SAMPLES) {
        orientations[row + at] = normalize(multiply(before, own[i]));
      }
    }
    workgroupBarrier();
    if (lane == 63u) {
      carry = normalize(multiply(carry, turns[63]));
    }
    workgroupBarrier();
  }
}

// Equaliser: every channel runs through six second-order recursive filters one after another (transposed direct
// form II), sample by sample. One channel per invocation; samples of one moment lie side by side.
const SECTIONS = 6u;

struct Section { feedforward: vec3<f32>, feedback: vec2<f32> }
struct Recording { channels: u32, samples: u32, gain: f32 }

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
@group(0) @binding(2) var<uniform> sections: array<Section, SECTIONS>;
@group(0) @binding(3) var<uniform> recording: Recording;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let channel = id.x;
  if (channel >= recording.channels) {
    return;
  }
  var states: array<vec2<f32>, SECTIONS>;
  for (var t = 0u; t < recording.samples; t++) {
    let at = t * recording.channels + channel;
    var signal = input[at];
    for (var s = 0u; s < SECTIONS; s++) {
      let ahead = sections[s].feedforward;
      let back = sections[s].feedback;
      let filtered = ahead.x * signal + states[s].x;
      states[s].x = ahead.y * signal - back.x * filtered + states[s].y;
      states[s].y = ahead.z * signal - back.y * filtered;
      signal = filtered;
    }
    output[at] = signal * recording.gain;
  }
}

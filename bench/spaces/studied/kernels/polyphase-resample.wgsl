// Sample-rate conversion of audio tracks from 48 kHz to 44.1 kHz with a polyphase filter: an output sample lies
// between input samples at one of 147 phases, each of which has its own 32 taps. y is the track.
struct Job {
  inputs: u32,
  outputs: u32,
}

const UP = 147u;
const DOWN = 160u;
const TAPS = 32u;

@group(0) @binding(0) var<uniform> job: Job;
@group(0) @binding(1) var<storage, read> tracks: array<f32>;
@group(0) @binding(2) var<storage, read> filters: array<f32>;  // [UP][TAPS]
@group(0) @binding(3) var<storage, read_write> resampled: array<f32>;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= job.outputs) {
    return;
  }
  let position = id.x * DOWN;
  let phase = position % UP;
  let newest = position / UP;
  let track = id.y * job.inputs;

  var sum = 0.0;
  for (var tap = 0u; tap < TAPS; tap++) {
    if (tap <= newest && newest - tap < job.inputs) {
      sum += filters[phase * TAPS + tap] * tracks[track + newest - tap];
    }
  }
  resampled[id.y * job.outputs + id.x] = sum;
}

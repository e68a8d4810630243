// Loss of connectionist temporal classification: one workgroup per utterance carries the logarithms of the forward
// variables over the frames. States are labels with blanks between them and around; label 0 is the blank.
struct Sizes {
  batch: u32,
  frames: u32,
  symbols: u32,
  labels: u32, // at most (GROUP - 1) / 2
}

const GROUP = 256u;
const IMPOSSIBLE = -1e30;

@group(0) @binding(0) var<uniform> sizes: Sizes;
@group(0) @binding(1) var<storage, read> log_probs: array<f32>; // [frames][batch][symbols]
@group(0) @binding(2) var<storage, read> targets: array<u32>;    // [batch][labels], counted from 0 without the blank
@group(0) @binding(3) var<storage, read_write> losses: array<f32>;

var<workgroup> alpha: array<array<f32, GROUP>, 2>;

fn log_add(a: f32, b: f32) -> f32 {
  let high = max(a, b);
  let low = min(a, b);
  if (low <= IMPOSSIBLE) {
    return high;
  }
  return high + log(1.0 + exp(low - high));
}

@compute @workgroup_size(GROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) state: u32) {
  let utterance = group.x;
  let states = 2u * sizes.labels + 1u;
  var symbol = 0u;
  var may_skip = false;
  if (state < states && (state & 1u) == 1u) {
    let label = utterance * sizes.labels + state / 2u;
    symbol = targets[label] + 1u;
    may_skip = state >= 3u && targets[label] != targets[max(label, 1u) - 1u];
  }

  let frame_size = sizes.batch * sizes.symbols;
  let column = utterance * sizes.symbols + symbol;
  alpha[0][state] = select(IMPOSSIBLE, log_probs[column], state < 2u);
  workgroupBarrier();

  for (var frame = 1u; frame < sizes.frames; frame++) {
    let old = (frame + 1u) & 1u;
    var value = IMPOSSIBLE;
    if (state < states) {
      value = alpha[old][state];
      if (state >= 1u) {
        value = log_add(value, alpha[old][state - 1u]);
      }
      if (may_skip) {
        value = log_add(value, alpha[old][state - 2u]);
      }
      value = max(value + log_probs[frame * frame_size + column], IMPOSSIBLE);
    }
    alpha[frame & 1u][state] = value;
    workgroupBarrier();
  }

  if (state == 0u) {
    let last = (sizes.frames + 1u) & 1u;
    losses[utterance] = -log_add(alpha[last][states - 1u], alpha[last][states - 2u]);
  }
}

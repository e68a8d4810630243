// Log-probability of the token that came next, for every position of a sequence: logit of the target minus the
// log-sum-exp of the whole vocabulary. One workgroup per position, subgroup operations for the reductions.
enable subgroups;

override VOCAB: u32;
const THREADS = 256u;

@group(0) @binding(0) var<storage, read> logits: array<f32>;  // [position][VOCAB]
@group(0) @binding(1) var<storage, read> targets: array<u32>;
@group(0) @binding(2) var<storage, read_write> logprobs: array<f32>;

var<workgroup> maxima: array<f32, 64>;
var<workgroup> sums: array<f32, 64>;

@compute @workgroup_size(256)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(local_invocation_index) local: u32,
  @builtin(subgroup_size) lanes: u32,
  @builtin(subgroup_invocation_id) lane: u32,
) {
  let row = group.x * VOCAB;

  // Running maximum and sum of exponentials relative to it.
  var highest = -3.0e38;
  var sum = 0.0;
  for (var i = local; i < VOCAB; i += THREADS) {
    let logit = logits[row + i];
    if (logit > highest) {
      sum *= exp(highest - logit);
      highest = logit;
    }
    sum += exp(logit - highest);
  }

  let subgroupHighest = subgroupMax(highest);
  let subgroupSum = subgroupAdd(sum * exp(highest - subgroupHighest));
  if (lane == 0u) {
    maxima[local / lanes] = subgroupHighest;
    sums[local / lanes] = subgroupSum;
  }
  workgroupBarrier();

  if (local == 0u) {
    let count = THREADS / lanes;
    var top = maxima[0];
    for (var s = 1u; s < count; s++) {
      top = max(top, maxima[s]);
    }
    var total = 0.0;
    for (var s = 0u; s < count; s++) {
      total += sums[s] * exp(maxima[s] - top);
    }
    logprobs[group.x] = logits[row + targets[group.x]] - top - log(total);
  }
}

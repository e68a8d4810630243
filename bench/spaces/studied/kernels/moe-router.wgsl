// Router of a mixture of experts: softmax over 64 experts' logits, the two best experts of each token, and their
// probabilities rescaled to sum to one. One token per workgroup, one expert per invocation; subgroups fold first.
enable subgroups;

const EXPERTS = 64u;
struct Choice { experts: vec2<u32>, gates: vec2<f32> }

@group(0) @binding(0) var<storage, read> logits: array<f32>;
@group(0) @binding(1) var<storage, read> bias: array<f32>;
@group(0) @binding(2) var<storage, read_write> choices: array<Choice>;
@group(0) @binding(3) var<storage, read_write> probabilities: array<f32>;

var<workgroup> partialValues: array<f32, EXPERTS>;
var<workgroup> partialSums: array<f32, EXPERTS>;
var<workgroup> partialIndices: array<u32, EXPERTS>;

/** Greatest value of the workgroup and the first expert that has it. */
struct Best { value: f32, expert: u32 }

fn bestOf(value: f32, expert: u32, lane: u32, width: u32) -> Best {
  let most = subgroupMax(value);
  let which = subgroupMin(select(EXPERTS, expert, value == most));
  workgroupBarrier(); // all have read what the call before left
  if (lane == 0u) {
    partialValues[expert / width] = most;
    partialIndices[expert / width] = which;
  }
  workgroupBarrier();
  var best = Best(partialValues[0], partialIndices[0]);
  for (var i = 1u; i < EXPERTS / width; i++) {
    if (partialValues[i] > best.value) {
      best = Best(partialValues[i], partialIndices[i]);
    }
  }
  return best;
}

@compute @workgroup_size(64)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(local_invocation_index) expert: u32,
  @builtin(subgroup_invocation_id) lane: u32,
  @builtin(subgroup_size) width: u32,
) {
  let token = group.x;
  let logit = logits[token * EXPERTS + expert] + bias[expert];
  let first = bestOf(logit, expert, lane, width);
  let weight = exp(logit - first.value);
  let sum = subgroupAdd(weight);
  if (lane == 0u) {
    partialSums[expert / width] = sum;
  }
  let second = bestOf(select(logit, -1e30, expert == first.expert), expert, lane, width);
  var total = 0.0;
  for (var i = 0u; i < EXPERTS / width; i++) {
    total += partialSums[i];
  }
  probabilities[token * EXPERTS + expert] = weight / total;
  if (expert == 0u) {
    let other = exp(second.value - first.value);
    choices[token] = Choice(vec2<u32>(first.expert, second.expert), vec2<f32>(1.0, other) / (1.0 + other));
  }
}

// Viterbi decoding of the rate-1/2 convolutional code with constraint length 7: one frame per workgroup, one of the
// 64 states per invocation. The received pairs are soft values; the decisions of 32 steps fill a word of each
// state, and the path is traced back at the end.
const STEPS = 1024u;
const STATES = 64u;
const POLYNOMIAL_A = 121u;
const POLYNOMIAL_B = 91u;

@group(0) @binding(0) var<storage, read> received: array<u32>; // two signed 16-bit values each
@group(0) @binding(1) var<storage, read_write> decoded: array<u32>; // 32 bits per word

var<workgroup> metrics: array<array<i32, STATES>, 2>;
var<workgroup> decisions: array<array<u32, STATES>, STEPS / 32>;

fn agreement(register_: u32, pair: vec2<i32>) -> i32 {
  let a = select(pair.x, -pair.x, (countOneBits(register_ & POLYNOMIAL_A) & 1u) == 1u);
  let b = select(pair.y, -pair.y, (countOneBits(register_ & POLYNOMIAL_B) & 1u) == 1u);
  return a + b;
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) state: u32) {
  let base = group.x * STEPS;
  metrics[0][state] = select(-1000000, 0, state == 0u);
  workgroupBarrier();

  let newest = state & 1u;
  let low = state >> 1u;           // predecessor whose oldest bit is 0
  let high = low | (STATES / 2u);  // predecessor whose oldest bit is 1
  var bits = 0u;
  for (var step = 0u; step < STEPS; step++) {
    let word = bitcast<i32>(received[base + step]);
    let pair = vec2<i32>((word << 16u) >> 16u, word >> 16u) >> vec2<u32>(8u);
    let now = step & 1u;
    let fromLow = metrics[now][low] + agreement((low << 1u) | newest, pair);
    let fromHigh = metrics[now][high] + agreement((high << 1u) | newest, pair);
    if (fromHigh > fromLow) {
      bits |= 1u << (step & 31u);
    }
    metrics[1u - now][state] = max(fromLow, fromHigh);
    if ((step & 31u) == 31u) {
      decisions[step >> 5u][state] = bits;
      bits = 0u;
    }
    workgroupBarrier();
  }

  if (state == 0u) {
    var at = 0u;
    for (var s = 1u; s < STATES; s++) {
      if (metrics[STEPS & 1u][s] > metrics[STEPS & 1u][at]) {
        at = s;
      }
    }
    for (var block = STEPS / 32u; block > 0u; block--) {
      var message = 0u;
      for (var i = 32u; i > 0u; i--) {
        message |= (at & 1u) << (i - 1u);
        let oldest = (decisions[block - 1u][at] >> (i - 1u)) & 1u;
        at = (at >> 1u) | (oldest << 5u);
      }
      decoded[group.x * (STEPS / 32u) + block - 1u] = message;
    }
  }
}

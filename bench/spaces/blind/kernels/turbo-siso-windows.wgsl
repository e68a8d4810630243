// Max-log-MAP decoder of the 8-state constituent code of LTE's turbo code (13, 15 octal).
// Code blocks are cut into windows of 32 trellis steps; eight invocations, one per state,
// work on a window, and eight windows share a workgroup. Metrics at the windows' borders
// come from the last iteration.

const STEPS = 32u;
const STATES = 8u;
const WINDOWS = 8u;   // in a workgroup

struct Params {
  windows: u32,
  extrinsicScale: f32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> systematic: array<f32>;
@group(0) @binding(2) var<storage, read> parity: array<f32>;
@group(0) @binding(3) var<storage, read> apriori: array<f32>;
@group(0) @binding(4) var<storage, read> alphaBorder: array<f32>;   // windows x states
@group(0) @binding(5) var<storage, read> betaBorder: array<f32>;
@group(0) @binding(6) var<storage, read_write> extrinsic: array<f32>;

var<workgroup> alpha: array<f32, WINDOWS * (STEPS + 1u) * STATES>;
var<workgroup> beta: array<f32, 2u * WINDOWS * STATES>;
var<workgroup> path0: array<f32, WINDOWS * STATES>;
var<workgroup> path1: array<f32, WINDOWS * STATES>;

fn branch(bit: u32, code: u32, info: f32, par: f32) -> f32 {
  return 0.5 * (select(-info, info, bit == 1u) + select(-par, par, code == 1u));
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) wg: vec3u, @builtin(local_invocation_index) lane: u32) {
  let slot = lane / STATES;
  let state = lane % STATES;
  let asked = wg.x * WINDOWS + slot;
  let inRange = asked < params.windows;
  let window = min(asked, params.windows - 1u);
  let first = window * STEPS;
  let alphaBase = slot * (STEPS + 1u) * STATES;

  // A state holds the register's bits r1 r2 r3 (r1 the newest).
  alpha[alphaBase + state] = alphaBorder[window * STATES + state];
  workgroupBarrier();

  let w = state >> 2u;
  let source = (state & 3u) << 1u;
  let p1 = (state >> 1u) & 1u;
  let p2 = state & 1u;
  for (var k = 0u; k < STEPS; k++) {
    let info = systematic[first + k] + apriori[first + k];
    let par = parity[first + k];
    let at = alphaBase + k * STATES;
    let base = alpha[at];
    let a = alpha[at + source] + branch(w ^ p2, w ^ p1, info, par);
    let b = alpha[at + source + 1u] + branch(w ^ p2 ^ 1u, w ^ p1 ^ 1u, info, par);
    alpha[at + STATES + state] = max(a, b) - base;
    workgroupBarrier();
  }

  beta[lane] = betaBorder[window * STATES + state];
  workgroupBarrier();

  let r1 = state >> 2u;
  let r2 = (state >> 1u) & 1u;
  let r3 = state & 1u;
  let feedback = r2 ^ r3;
  let next0 = (feedback << 2u) | (state >> 1u);
  let next1 = ((feedback ^ 1u) << 2u) | (state >> 1u);
  let code0 = feedback ^ r1 ^ r3;
  var now = 0u;
  for (var back = 0u; back < STEPS; back++) {
    let k = STEPS - 1u - back;
    let info = systematic[first + k] + apriori[first + k];
    let par = parity[first + k];
    let row = now * 64u + slot * STATES;
    let base = beta[row];
    let m0 = beta[row + next0] + branch(0u, code0, info, par);
    let m1 = beta[row + next1] + branch(1u, code0 ^ 1u, info, par);
    let a = alpha[alphaBase + k * STATES + state];
    path0[lane] = a + m0;
    path1[lane] = a + m1;
    beta[(1u - now) * 64u + lane] = max(m0, m1) - base;
    workgroupBarrier();

    if (state == 0u && inRange) {
      var best0 = path0[lane];
      var best1 = path1[lane];
      for (var s = 1u; s < STATES; s++) {
        best0 = max(best0, path0[lane + s]);
        best1 = max(best1, path1[lane + s]);
      }
      extrinsic[first + k] = params.extrinsicScale * (best1 - best0 - info);
    }
    now = 1u - now;
    workgroupBarrier();
  }
}

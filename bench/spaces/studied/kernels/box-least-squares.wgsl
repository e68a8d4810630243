// Search for transiting planets by box least squares (Kovacs 2002): one workgroup per trial period folds the light
// curve into 256 phase bins (fixed point, so that the order of the atomics does not matter), scans the bins and tries
// all starts and widths of the box.

struct Search {
  samples: u32,
  minWidth: u32,
  maxWidth: u32,
  frequency0: f32,   // 1 / d
  frequencyStep: f32,
}

const BINS = 256u;
const SCALE = 65536.0;

@group(0) @binding(0) var<uniform> search: Search;
@group(0) @binding(1) var<storage, read> times: array<f32>;
@group(0) @binding(2) var<storage, read> flux: array<f32>;       // mean removed
@group(0) @binding(3) var<storage, read_write> power: array<f32>;
@group(0) @binding(4) var<storage, read_write> box: array<u32>;  // start << 16 | width

var<workgroup> binFlux: array<atomic<i32>, BINS>;
var<workgroup> binCount: array<atomic<u32>, BINS>;
var<workgroup> sumFlux: array<f32, BINS>;
var<workgroup> sumCount: array<f32, BINS>;
var<workgroup> bestPower: array<f32, BINS>;
var<workgroup> bestBox: array<u32, BINS>;

@compute @workgroup_size(BINS)
fn bls(
  @builtin(workgroup_id) wid: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let frequency = search.frequency0 + f32(wid.x) * search.frequencyStep;
  for (var i = lane; i < search.samples; i += BINS) {
    let phase = fract(times[i] * frequency);
    let bin = min(BINS - 1u, u32(phase * f32(BINS)));
    atomicAdd(&binFlux[bin], i32(round(flux[i] * SCALE)));
    atomicAdd(&binCount[bin], 1u);
  }
  workgroupBarrier();

  // inclusive scan (Hillis-Steele) of both
  sumFlux[lane] = f32(atomicLoad(&binFlux[lane])) / SCALE;
  sumCount[lane] = f32(atomicLoad(&binCount[lane]));
  workgroupBarrier();
  for (var offset = 1u; offset < BINS; offset <<= 1u) {
    var addFlux = 0.0;
    var addCount = 0.0;
    if (lane >= offset) {
      addFlux = sumFlux[lane - offset];
      addCount = sumCount[lane - offset];
    }
    workgroupBarrier();
    sumFlux[lane] += addFlux;
    sumCount[lane] += addCount;
    workgroupBarrier();
  }

  let allFlux = sumFlux[BINS - 1u];
  let all = sumCount[BINS - 1u];
  var startFlux = 0.0;
  var startCount = 0.0;
  if (lane > 0u) {
    startFlux = sumFlux[lane - 1u];
    startCount = sumCount[lane - 1u];
  }
  var best = 0.0;
  var bestWidth = 0u;
  for (var width = search.minWidth; width <= search.maxWidth; width++) {
    let last = lane + width - 1u;
    var s = sumFlux[last % BINS] - startFlux;
    var r = sumCount[last % BINS] - startCount;
    if (last >= BINS) {
      s += allFlux;
      r += all;
    }
    if (r < 1.0 || r > all - 1.0 || s > 0.0) {
      continue;   // empty, or a brightening
    }
    let p = s * s / (r * (all - r));
    if (p > best) {
      best = p;
      bestWidth = width;
    }
  }
  bestPower[lane] = best;
  bestBox[lane] = (lane << 16u) | bestWidth;
  workgroupBarrier();

  for (var stride = BINS / 2u; stride > 0u; stride >>= 1u) {
    if (lane < stride && bestPower[lane + stride] > bestPower[lane]) {
      bestPower[lane] = bestPower[lane + stride];
      bestBox[lane] = bestBox[lane + stride];
    }
    workgroupBarrier();
  }
  if (lane == 0u) {
    power[wid.x] = sqrt(bestPower[0]);
    box[wid.x] = bestBox[0];
  }
}

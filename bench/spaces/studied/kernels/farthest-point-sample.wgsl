// Farthest point sampling for point-cloud networks: one workgroup per cloud, points and their distances to the
// chosen set in registers, an argmax over the workgroup for each sample.
struct Shape { samples: u32 }

@group(0) @binding(0) var<storage, read> clouds: array<f32>;       // [cloud][xyz][point]
@group(0) @binding(1) var<storage, read_write> chosen: array<u32>; // [cloud][sample]
@group(0) @binding(2) var<uniform> shape: Shape;

const WG = 256u;
const PER = 8u;
const POINTS = WG * PER;

var<workgroup> bestDistance: array<f32, WG>;
var<workgroup> bestIndex: array<u32, WG>;

@compute @workgroup_size(WG)
fn main(@builtin(workgroup_id) wg: vec3u, @builtin(local_invocation_index) lane: u32) {
  let base = wg.x * POINTS * 3u;
  var mine: array<vec3f, PER>;
  var nearest: array<f32, PER>;
  for (var k = 0u; k < PER; k++) {
    let p = base + k * WG + lane;
    mine[k] = vec3f(clouds[p], clouds[p + POINTS], clouds[p + 2u * POINTS]);
    nearest[k] = 1e30;
  }

  var last = 0u;
  for (var s = 0u; s < shape.samples; s++) {
    if (lane == 0u) {
      chosen[wg.x * shape.samples + s] = last;
    }
    let c = vec3f(clouds[base + last], clouds[base + POINTS + last], clouds[base + 2u * POINTS + last]);
    var far = -1.0;
    var at = 0u;
    for (var k = 0u; k < PER; k++) {
      let d = mine[k] - c;
      nearest[k] = min(nearest[k], dot(d, d));
      if (nearest[k] > far) {
        far = nearest[k];
        at = k * WG + lane;
      }
    }
    bestDistance[lane] = far;
    bestIndex[lane] = at;
    workgroupBarrier();
    for (var stride = WG / 2u; stride > 0u; stride >>= 1u) {
      if (lane < stride && bestDistance[lane + stride] > bestDistance[lane]) {
        bestDistance[lane] = bestDistance[lane + stride];
        bestIndex[lane] = bestIndex[lane + stride];
      }
      workgroupBarrier();
    }
    last = bestIndex[0];
    workgroupBarrier();
  }
}

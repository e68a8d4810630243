// Scores RANSAC hypotheses of the fundamental matrix: one workgroup per hypothesis
// counts the matches whose Sampson distance is small, and sums the MSAC cost.

override WG: u32 = 128;

struct Params {
  matches: u32,
  hypotheses: u32,
  threshold2: f32,
}

@group(0) @binding(0) var<storage, read> matches: array<vec4f>;       // x1 y1 x2 y2, normalised
@group(0) @binding(1) var<storage, read> fundamental: array<f32>;     // 9 per hypothesis, by rows
@group(0) @binding(2) var<storage, read_write> inliers: array<u32>;
@group(0) @binding(3) var<storage, read_write> cost: array<f32>;
@group(0) @binding(4) var<uniform> params: Params;

var<workgroup> partialCount: array<u32, WG>;
var<workgroup> partialCost: array<f32, WG>;

fn sampson(f: mat3x3f, m: vec4f) -> f32 {
  let a = vec3f(m.xy, 1.0);
  let b = vec3f(m.zw, 1.0);
  let fa = f * a;
  let ftb = b * f;
  let e = dot(b, fa);
  let norm = dot(fa.xy, fa.xy) + dot(ftb.xy, ftb.xy);
  return e * e / max(norm, 1e-12);
}

@compute @workgroup_size(WG)
fn main(@builtin(workgroup_id) wg: vec3u, @builtin(local_invocation_index) lane: u32) {
  let h = wg.x;
  if (h >= params.hypotheses) {
    return;
  }

  let at = h * 9u;
  let f = mat3x3f(
    fundamental[at + 0u], fundamental[at + 3u], fundamental[at + 6u],
    fundamental[at + 1u], fundamental[at + 4u], fundamental[at + 7u],
    fundamental[at + 2u], fundamental[at + 5u], fundamental[at + 8u],
  );

  var count = 0u;
  var total = 0.0;
  for (var i = lane; i < params.matches; i += WG) {
    let d = sampson(f, matches[i]);
    if (d < params.threshold2) {
      count++;
    }
    total += min(d, params.threshold2);
  }
  partialCount[lane] = count;
  partialCost[lane] = total;
  workgroupBarrier();

  for (var half = WG / 2u; half > 0u; half /= 2u) {
    if (lane < half) {
      partialCount[lane] += partialCount[lane + half];
      partialCost[lane] += partialCost[lane + half];
    }
    workgroupBarrier();
  }

  if (lane == 0u) {
    inliers[h] = partialCount[0];
    cost[h] = partialCost[0];
  }
}

// Gradients and second derivatives of LambdaRank (NDCG) for learning to rank:
// one workgroup per query, one invocation per document.

const MAX_DOCS = 128u;

struct Params {
  queries: u32,
  sigma: f32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> queryStart: array<u32>;
@group(0) @binding(2) var<storage, read> score: array<f32>;
@group(0) @binding(3) var<storage, read> relevance: array<u32>;   // 0 to 4
@group(0) @binding(4) var<storage, read_write> gradient: array<f32>;
@group(0) @binding(5) var<storage, read_write> hessian: array<f32>;

var<workgroup> scores: array<f32, MAX_DOCS>;
var<workgroup> labels: array<u32, MAX_DOCS>;
var<workgroup> discounts: array<f32, MAX_DOCS>;
var<workgroup> idealGain: array<f32, MAX_DOCS>;

fn gain(label: u32) -> f32 {
  return f32((1u << label) - 1u);
}

fn discount(rank: u32) -> f32 {
  return 1.0 / log2(f32(rank) + 2.0);
}

@compute @workgroup_size(MAX_DOCS)
fn main(@builtin(workgroup_id) wg: vec3u, @builtin(local_invocation_index) i: u32) {
  if (wg.x >= params.queries) {
    return;
  }
  let start = queryStart[wg.x];
  let docs = min(queryStart[wg.x + 1u] - start, MAX_DOCS);
  let valid = i < docs;

  if (valid) {
    scores[i] = score[start + i];
    labels[i] = relevance[start + i];
  }
  workgroupBarrier();

  // Rank by score, and the rank that the document would have if the order were perfect.
  var ideal = 0.0;
  if (valid) {
    let s = scores[i];
    let l = labels[i];
    var rank = 0u;
    var idealRank = 0u;
    for (var j = 0u; j < docs; j++) {
      let sj = scores[j];
      let lj = labels[j];
      rank += select(0u, 1u, sj > s || (sj == s && j < i));
      idealRank += select(0u, 1u, lj > l || (lj == l && j < i));
    }
    discounts[i] = discount(rank);
    ideal = gain(l) * discount(idealRank);
  }
  idealGain[i] = ideal;
  workgroupBarrier();

  for (var stride = MAX_DOCS / 2u; stride > 0u; stride >>= 1u) {
    if (i < stride) {
      idealGain[i] += idealGain[i + stride];
    }
    workgroupBarrier();
  }
  if (!valid) {
    return;
  }

  let norm = 1.0 / max(idealGain[0], 1e-6);
  let s = scores[i];
  let l = labels[i];
  let d = discounts[i];
  var g = 0.0;
  var h = 0.0;
  for (var j = 0u; j < docs; j++) {
    let lj = labels[j];
    if (lj == l) {
      continue;
    }
    let delta = abs(gain(l) - gain(lj)) * abs(d - discounts[j]) * norm;
    let direction = select(-1.0, 1.0, l > lj);
    let p = 1.0 / (1.0 + exp(params.sigma * direction * (s - scores[j])));
    g -= direction * params.sigma * p * delta;
    h += params.sigma * params.sigma * p * (1.0 - p) * delta;
  }
  gradient[start + i] = g;
  hessian[start + i] = h;
}

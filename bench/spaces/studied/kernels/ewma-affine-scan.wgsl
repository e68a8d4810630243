// Exponentially weighted mean of irregular ticks: y_i = a_i y_(i-1) + (1 - a_i) x_i, a_i = exp(-dt_i / tau).
// Affine maps compose associatively, so each series is one scan over pairs (a, b) in a workgroup.
@group(0) @binding(0) var<storage, read> gaps: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read> prices: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read> opening: array<f32>;
@group(0) @binding(3) var<storage, read_write> means: array<vec4<f32>>;

const LANES = 256u;
const VECS = 2u;              // vec4s per lane
override TAU: f32 = 30.0;

var<workgroup> front: array<vec2<f32>, LANES>;
var<workgroup> back: array<vec2<f32>, LANES>;

// first p, then q
fn compose(p: vec2<f32>, q: vec2<f32>) -> vec2<f32> {
  return vec2<f32>(p.x * q.x, q.x * p.y + q.y);
}

@compute @workgroup_size(LANES)
fn ewma(@builtin(workgroup_id) series: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
  let base = (series.x * LANES + lane) * VECS;
  var decay: array<vec4<f32>, VECS>;
  var gain: array<vec4<f32>, VECS>;
  var total = vec2<f32>(1.0, 0.0);
  for (var v = 0u; v < VECS; v++) {
    decay[v] = exp(-gaps[base + v] / TAU);
    gain[v] = (1.0 - decay[v]) * prices[base + v];
    total = compose(total, vec2<f32>(decay[v].x, gain[v].x));
    total = compose(total, vec2<f32>(decay[v].y, gain[v].y));
    total = compose(total, vec2<f32>(decay[v].z, gain[v].z));
    total = compose(total, vec2<f32>(decay[v].w, gain[v].w));
  }
  front[lane] = total;
  workgroupBarrier();

  // Hillis and Steele with two buffers: one barrier per step, unrolled by two.
  for (var step = 1u; step < LANES; step <<= 2u) {
    var mine = front[lane];
    if (lane >= step) {
      mine = compose(front[lane - step], mine);
    }
    back[lane] = mine;
    workgroupBarrier();
    if (lane >= 2u * step) {
      mine = compose(back[lane - 2u * step], mine);
    }
    front[lane] = mine;
    workgroupBarrier();
  }

  var y = opening[series.x];
  if (lane > 0u) {
    let before = front[lane - 1u];
    y = before.x * y + before.y;
  }
  for (var v = 0u; v < VECS; v++) {
    var out: vec4<f32>;
    for (var e = 0u; e < 4u; e++) {
      y = decay[v][e] * y + gain[v][e];
      out[e] = y;
    }
    means[base + v] = out;
  }
}

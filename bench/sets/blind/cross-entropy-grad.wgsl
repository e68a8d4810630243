// Cross entropy over a vocabulary and its gradient: one workgroup per token, largest logit and sum of
// exponentials online in one pass, the gradient in place in a second.
override VOCABULARY: u32;
const T = 256u;
@group(0) @binding(0) var<storage, read_write> logits: array<f32>;
@group(0) @binding(1) var<storage, read> labels: array<u32>;
@group(0) @binding(2) var<storage, read_write> loss: array<f32>;

var<workgroup> wg_max: array<f32, T>;
var<workgroup> wg_sum: array<f32, T>;

@compute @workgroup_size(T)
fn backward(@builtin(workgroup_id) token: vec3<u32>, @builtin(local_invocation_id) lid: vec3<u32>) {
  let base = token.x * VOCABULARY;
  let label = labels[token.x] % VOCABULARY;
  var m = -1e30;
  var s = 0.0;
  for (var i = lid.x; i < VOCABULARY; i += T) {
    let v = logits[base + i];
    if (v > m) {
      s = s * exp(m - v) + 1.0;
      m = v;
    } else {
      s += exp(v - m);
    }
  }
  wg_max[lid.x] = m;
  wg_sum[lid.x] = s;
  for (var stride = T / 2u; stride > 0u; stride /= 2u) {
    workgroupBarrier();
    if (lid.x < stride) {
      let m0 = wg_max[lid.x];
      let m1 = wg_max[lid.x + stride];
      let both = max(m0, m1);
      wg_sum[lid.x] = wg_sum[lid.x] * exp(m0 - both) + wg_sum[lid.x + stride] * exp(m1 - both);
      wg_max[lid.x] = both;
    }
  }
  if (lid.x == 0u) { loss[token.x] = log(wg_sum[0]) + wg_max[0] - logits[base + label]; }
  workgroupBarrier();
  let largest = wg_max[0];
  let scale = 1.0 / wg_sum[0];
  storageBarrier();
  for (var i = lid.x; i < VOCABULARY; i += T) {
    let p = exp(logits[base + i] - largest) * scale;
    logits[base + i] = p - select(0.0, 1.0, i == label);
  }
}

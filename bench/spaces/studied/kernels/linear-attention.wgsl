// Causal linear attention: scores are products of feature maps phi(x) = elu(x) + 1, so that a head keeps the sums
// S = sum phi(k) v^T and z = sum phi(k) instead of all earlier tokens, and a token's output is
// phi(q) S / (phi(q) . z). One workgroup per head goes through the tokens; an invocation has one column of S.
override TOKENS: u32;

const WIDTH = 64u;

@group(0) @binding(0) var<storage, read> queries: array<f32>;
@group(0) @binding(1) var<storage, read> keys: array<f32>;
@group(0) @binding(2) var<storage, read> values: array<f32>;
@group(0) @binding(3) var<storage, read_write> outputs: array<f32>;

var<workgroup> query: array<f32, WIDTH>;
var<workgroup> key: array<f32, WIDTH>;
var<workgroup> keySums: array<f32, WIDTH>;

fn phi(x: f32) -> f32 {
  return select(exp(x), x + 1.0, x > 0.0);
}

@compute @workgroup_size(WIDTH)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) column: u32) {
  var state: array<f32, WIDTH>;
  var keySum = 0.0;
  for (var t = 0u; t < TOKENS; t++) {
    let at = (group.x * TOKENS + t) * WIDTH + column;
    let mapped = phi(keys[at]);
    keySum += mapped;
    query[column] = phi(queries[at]);
    key[column] = mapped;
    keySums[column] = keySum;
    workgroupBarrier();

    let value = values[at];
    var numerator = 0.0;
    var denominator = 1e-6;
    for (var i = 0u; i < WIDTH; i++) {
      state[i] += key[i] * value;
      numerator += query[i] * state[i];
      denominator += query[i] * keySums[i];
    }
    outputs[at] = numerator / denominator;
    workgroupBarrier();
  }
}

// Nucleus sampling: finds by bisection the probability threshold whose tail sums to p; one workgroup per row, row in L1/L2.
@group(0) @binding(0) var<storage, read> probability: array<f32>;
@group(0) @binding(1) var<storage, read_write> threshold: array<f32>;
override LENGTH: u32 = 8192;
const P = 0.9;
var<workgroup> partial: array<f32, 256>;

fn fold(t: u32, value: f32) -> f32 {
  partial[t] = value;
  workgroupBarrier();
  for (var s = 128u; s > 0u; s >>= 1u) {
    if (t < s) { partial[t] += partial[t + s]; }
    workgroupBarrier();
  }
  let total = partial[0];
  workgroupBarrier();
  return total;
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) row: vec3<u32>, @builtin(local_invocation_index) t: u32) {
  let start = row.x * LENGTH;
  var sum = 0.0;
  for (var i = t; i < LENGTH; i += 256u) { sum += probability[start + i]; }
  let total = fold(t, sum);
  var low = 0.0;
  var high = 1.0;
  for (var step = 0; step < 16; step++) {
    let middle = 0.5 * (low + high);
    var above = 0.0;
    for (var i = t; i < LENGTH; i += 256u) {
      let v = probability[start + i];
      above += select(0.0, v, v >= middle);
    }
    if (fold(t, above) >= P * total) { low = middle; } else { high = middle; }
  }
  if (t == 0u) { threshold[row.x] = low; }
}

// The index of the largest logit of each row; a workgroup per row.
struct Best { value: f32, index: u32 }
@group(0) @binding(0) var<storage, read> logits: array<f32>;
@group(0) @binding(1) var<storage, read_write> choice: array<u32>;
override VOCABULARY: u32 = 32000;
var<workgroup> best: array<Best, 256>;

@compute @workgroup_size(256)
fn argmax(@builtin(workgroup_id) row: vec3<u32>, @builtin(local_invocation_index) t: u32) {
  var mine = Best(-3.4e38, 0u);
  for (var i = t; i < VOCABULARY; i += 256u) {
    let v = logits[row.x * VOCABULARY + i];
    if (v > mine.value) { mine = Best(v, i); }
  }
  best[t] = mine;
  workgroupBarrier();
  for (var half = 128u; half > 0u; half >>= 1u) {
    if (t < half && best[t + half].value > best[t].value) { best[t] = best[t + half]; }
    workgroupBarrier();
  }
  if (t == 0u) { choice[row.x] = best[0].index; }
}

enable subgroups;

// Turns term counts into tf-idf weights and scales each document to unit length; a document is a row in CSR form.

@group(0) @binding(0) var<storage, read> row_ptr: array<u32>;
@group(0) @binding(1) var<storage, read> term: array<u32>;
@group(0) @binding(2) var<storage, read> count: array<f32>;
@group(0) @binding(3) var<storage, read> idf: array<f32>;
@group(0) @binding(4) var<storage, read_write> weight: array<f32>;

const WG = 64u;

var<workgroup> partial: array<f32, WG>;

@compute @workgroup_size(WG)
fn tfidf(@builtin(workgroup_id) wg: vec3u,
         @builtin(local_invocation_index) t: u32,
         @builtin(subgroup_size) lanes: u32) {
  let begin = row_ptr[wg.x];
  let end = row_ptr[wg.x + 1u];
  var square = 0.0;
  for (var e = begin + t; e < end; e += WG) {
    let w = (1.0 + log(count[e])) * idf[term[e]];
    weight[e] = w;
    square += w * w;
  }
  let sum = subgroupAdd(square);
  if (subgroupElect()) {
    partial[t / lanes] = sum;
  }
  workgroupBarrier();
  var total = 0.0;
  for (var s = 0u; s < (WG + lanes - 1u) / lanes; s++) {
    total += partial[s];
  }
  let scale = inverseSqrt(max(total, 1e-12));
  for (var e = begin + t; e < end; e += WG) {
    weight[e] *= scale;
  }
}

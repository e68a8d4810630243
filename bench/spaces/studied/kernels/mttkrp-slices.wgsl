// Matricised tensor times Khatri-Rao product, the heart of a CP decomposition, along the first mode of a sparse
// tensor whose entries are grouped by their first index: out[i][r] = sum of value * b[j][r] * c[k][r].
struct Entry {
  j: u32,
  k: u32,
}

const RANK = 32u;
override SLICES: u32;
override SLICES_PER_GROUP: u32 = 4;

@group(0) @binding(0) var<storage, read> starts: array<u32>;
@group(0) @binding(1) var<storage, read> entries_j: array<u32>;
@group(0) @binding(2) var<storage, read> entries_k: array<u32>;
@group(0) @binding(3) var<storage, read> values: array<f32>;
@group(0) @binding(4) var<storage, read> b: array<f32>;
@group(0) @binding(5) var<storage, read> c: array<f32>;
@group(0) @binding(6) var<storage, read_write> result: array<f32>;

fn entry(e: u32) -> Entry {
  return Entry(entries_j[e], entries_k[e]);
}

@compute @workgroup_size(RANK, SLICES_PER_GROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let r = id.x;
  let slice = id.y;
  if (slice >= SLICES) {
    return;
  }
  let end = starts[slice + 1u];
  var sum = 0.0;
  for (var e = starts[slice]; e < end; e++) {
    let at = entry(e);
    sum += values[e] * b[at.j * RANK + r] * c[at.k * RANK + r];
  }
  result[slice * RANK + r] = sum;
}

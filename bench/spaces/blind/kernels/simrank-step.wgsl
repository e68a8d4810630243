// One iteration of SimRank: two pages are alike when pages that link to them are.
// s'(a, b) = C / (|I(a)| |I(b)|) * sum over i in I(a), j in I(b) of s(i, j)

struct Params {
  nodes: u32,
  decay: f32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> inStart: array<u32>;
@group(0) @binding(2) var<storage, read> inNeighbour: array<u32>;
@group(0) @binding(3) var<storage, read> previous: array<f32>;
@group(0) @binding(4) var<storage, read_write> next: array<f32>;

@compute @workgroup_size(16, 16)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let a = id.y;
  let b = id.x;
  let n = params.nodes;
  if (a >= n || b >= n) {
    return;
  }
  if (a == b) {
    next[a * n + b] = 1.0;
    return;
  }

  let aBegin = inStart[a];
  let aEnd = inStart[a + 1u];
  let bBegin = inStart[b];
  let bEnd = inStart[b + 1u];
  if (aBegin == aEnd || bBegin == bEnd) {
    next[a * n + b] = 0.0;
    return;
  }

  var sum = 0.0;
  for (var p = aBegin; p < aEnd; p++) {
    let row = inNeighbour[p] * n;
    for (var q = bBegin; q < bEnd; q++) {
      sum += previous[row + inNeighbour[q]];
    }
  }
  let pairs = f32(aEnd - aBegin) * f32(bEnd - bBegin);
  next[a * n + b] = params.decay * sum / pairs;
}

// Local alignment of pairs of DNA reads (2 bits per base): one workgroup per pair, a column of the query per
// invocation, the table's antidiagonals one after the other in workgroup memory. Gaps cost linearly.
override TARGET_LENGTH: u32; // a multiple of 16
const QUERY_LENGTH = 128u;
const MATCH = 3;
const MISMATCH = -2;
const GAP = 4;
@group(0) @binding(0) var<storage, read> queries: array<u32>;
@group(0) @binding(1) var<storage, read> targets: array<u32>;
@group(0) @binding(2) var<storage, read_write> scores: array<i32>;

var<workgroup> diagonal: array<array<i32, QUERY_LENGTH + 1>, 3>;
var<workgroup> best: array<i32, QUERY_LENGTH>;

@compute @workgroup_size(QUERY_LENGTH)
fn align(@builtin(workgroup_id) pair: vec3<u32>, @builtin(local_invocation_index) column: u32) {
  let base = (queries[pair.x * (QUERY_LENGTH / 16u) + column / 16u] >> (2u * (column % 16u))) & 3u;
  var highest = 0;
  var current = 0u;
  for (var step = 0u; step < TARGET_LENGTH + QUERY_LENGTH - 1u; step++) {
    let previous = (current + 2u) % 3u;
    let older = (current + 1u) % 3u;
    var score = 0;
    let row = step - column; // wraps above TARGET_LENGTH before this column starts
    if (row < TARGET_LENGTH) {
      let other = (targets[(pair.x * TARGET_LENGTH + row) / 16u] >> (2u * (row % 16u))) & 3u;
      let through = diagonal[older][column] + select(MISMATCH, MATCH, base == other);
      let gap = max(diagonal[previous][column], diagonal[previous][column + 1u]) - GAP;
      score = max(0, max(through, gap));
      highest = max(highest, score);
    }
    diagonal[current][column + 1u] = score;
    workgroupBarrier();
    current = older;
  }

  best[column] = highest;
  workgroupBarrier();
  for (var half = QUERY_LENGTH / 2u; half > 0u; half /= 2u) {
    if (column < half) { best[column] = max(best[column], best[column + half]); }
    workgroupBarrier();
  }
  if (column == 0u) { scores[pair.x] = best[0]; }
}

// Genome annotation: how many features a read overlaps, and in how many bases. Features are sorted by
// their start; none is longer than LONGEST.

override LONGEST: u32 = 200u;

struct Query { start: u32, length: u32 }

@group(0) @binding(0) var<storage, read> feature_start: array<u32>;
@group(0) @binding(1) var<storage, read> feature_length: array<u32>;
@group(0) @binding(2) var<storage, read> read_start: array<u32>;
@group(0) @binding(3) var<storage, read> read_length: array<u32>;
@group(0) @binding(4) var<storage, read_write> overlaps: array<vec2u>;

fn first_not_below(position: u32) -> u32 {
  var low = 0u;
  var high = arrayLength(&feature_start);
  while (low < high) {
    let middle = (low + high) / 2u;
    if (feature_start[middle] < position) {
      low = middle + 1u;
    } else {
      high = middle;
    }
  }
  return low;
}

@compute @workgroup_size(64)
fn count_overlaps(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= arrayLength(&read_start)) {
    return;
  }
  let q = Query(read_start[id.x], 30u + read_length[id.x]);
  let q_end = q.start + q.length;
  var f = first_not_below(select(0u, q.start - LONGEST, q.start > LONGEST));
  var hits = 0u;
  var bases = 0u;
  loop {
    if (f >= arrayLength(&feature_start)) { break; }
    let start = feature_start[f];
    if (start >= q_end) { break; }
    let end = start + feature_length[f];
    if (end > q.start) {
      hits += 1u;
      bases += min(end, q_end) - max(start, q.start);
    }
    f += 1u;
  }
  overlaps[id.x] = vec2u(hits, bases);
}

// The largest sum of any contiguous segment of each row (maximum subarray), values taken relative to a baseline: each
// invocation scans a chunk of its row, then a tree joins neighbouring chunks in order.
struct Part {
  sum: f32,
  prefix: f32, // the best that starts at the left end
  suffix: f32, // the best that ends at the right end
  best: f32,
}

struct Rows {
  quads: u32, // values of a row / 4
  baseline: f32,
}

@group(0) @binding(0) var<storage, read> values: array<vec4f>;
@group(0) @binding(1) var<uniform> rows: Rows;
@group(0) @binding(2) var<storage, read_write> best: array<f32>;

var<workgroup> parts: array<Part, 128>;

fn join(a: Part, b: Part) -> Part {
  return Part(
    a.sum + b.sum,
    max(a.prefix, a.sum + b.prefix),
    max(b.suffix, b.sum + a.suffix),
    max(max(a.best, b.best), a.suffix + b.prefix),
  );
}

fn append(part: Part, value: f32) -> Part {
  let sum = part.sum + value;
  let suffix = max(0.0, part.suffix + value);
  return Part(sum, max(part.prefix, sum), suffix, max(part.best, suffix));
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let chunk = (rows.quads + 127u) / 128u;
  let start = min(lane * chunk, rows.quads);
  let end = min(start + chunk, rows.quads);
  var part = Part(0.0, 0.0, 0.0, 0.0);
  for (var q = start; q < end; q++) {
    let four = values[group.x * rows.quads + q] - rows.baseline;
    part = append(part, four.x);
    part = append(part, four.y);
    part = append(part, four.z);
    part = append(part, four.w);
  }
  parts[lane] = part;
  workgroupBarrier();

  for (var reach = 1u; reach < 128u; reach *= 2u) {
    let left = lane * reach * 2u;
    if (left + reach < 128u) {
      parts[left] = join(parts[left], parts[left + reach]);
    }
    workgroupBarrier();
  }
  if (lane == 0u) {
    best[group.x] = parts[0].best;
  }
}

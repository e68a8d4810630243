// Non-maximum suppression, first phase: for each box a mask of the later boxes that it suppresses.
// Boxes are sorted by their score; a workgroup compares 64 of them with 64 others.

struct Config {
  boxes: u32,
  overlap: f32,
}

@group(0) @binding(0) var<uniform> config: Config;
@group(0) @binding(1) var<storage, read> boxes: array<vec4f>;    // corner, size
@group(0) @binding(2) var<storage, read> labels: array<u32>;
@group(0) @binding(3) var<storage, read_write> masks: array<vec2u>;

var<workgroup> other_box: array<vec4f, 64>;
var<workgroup> other_label: array<u32, 64>;

fn iou(a: vec4f, b: vec4f) -> f32 {
  let low = max(a.xy, b.xy);
  let high = min(a.xy + a.zw, b.xy + b.zw);
  let side = max(high - low, vec2f(0.0));
  let both = side.x * side.y;
  return both / (a.z * a.w + b.z * b.w - both);
}

@compute @workgroup_size(64)
fn nms_mask(@builtin(workgroup_id) wg: vec3u, @builtin(local_invocation_index) t: u32) {
  let first_row = wg.y * 64u;
  let first_col = wg.x * 64u;
  if (first_col + 63u < first_row) {
    return;
  }
  let load = min(first_col + t, config.boxes - 1u);
  other_box[t] = boxes[load];
  other_label[t] = labels[load];
  workgroupBarrier();

  let row = first_row + t;
  if (row >= config.boxes) {
    return;
  }
  let mine = boxes[row];
  let label = labels[row];
  let columns = min(64u, config.boxes - first_col);
  let start = select(0u, t + 1u, wg.x == wg.y);
  var mask = vec2u(0u);
  for (var k = start; k < columns; k++) {
    if (other_label[k] == label && iou(mine, other_box[k]) > config.overlap) {
      mask[k >> 5u] |= 1u << (k & 31u);
    }
  }
  masks[row * ((config.boxes + 63u) / 64u) + wg.x] = mask;
}

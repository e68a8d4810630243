// Decodes the head of an anchor-free detector. Per anchor: the best class, and when it is
// good enough, four distances as the expectation over a softmax of BINS bins each.
// Tensors are [image][channel][anchor].

const BINS = 16u;
const CLASSES = 80u;

struct Detection {
  box: vec4f,
  score: f32,
  class_id: u32,
}

struct Head {
  anchors: u32,
  images: u32,
  side: u32,        // cells along a side of the finest level
  logit_min: f32,   // logit of the score threshold
}

@group(0) @binding(0) var<storage, read> distances: array<f32>;
@group(0) @binding(1) var<storage, read> logits: array<f32>;
@group(0) @binding(2) var<storage, read_write> detections: array<Detection>;
@group(0) @binding(3) var<storage, read_write> class_counts: array<atomic<u32>>;
@group(0) @binding(4) var<uniform> head: Head;

// Centre of an anchor and stride of its level: levels have side², (side/2)² and (side/4)² cells.
fn anchor_point(anchor: u32) -> vec3f {
  var cell = anchor;
  var side = head.side;
  var stride = 8u;
  for (var level = 0; level < 2; level++) {
    if (cell < side * side) {
      break;
    }
    cell -= side * side;
    side /= 2u;
    stride *= 2u;
  }
  return vec3f(f32(cell % side) + 0.5, f32(cell / side) + 0.5, f32(stride));
}

fn expected_distance(first: u32) -> f32 {
  var peak = -1e30;
  for (var b = 0u; b < BINS; b++) {
    peak = max(peak, distances[first + b * head.anchors]);
  }
  var total = 0.0;
  var weighted = 0.0;
  for (var b = 0u; b < BINS; b++) {
    let e = exp(distances[first + b * head.anchors] - peak);
    total += e;
    weighted += e * f32(b);
  }
  return weighted / total;
}

@compute @workgroup_size(64)
fn decode(@builtin(global_invocation_id) gid: vec3u) {
  let anchor = gid.x;
  let image = gid.y;
  if (anchor >= head.anchors || image >= head.images) {
    return;
  }

  let row = image * CLASSES * head.anchors + anchor;
  var best = logits[row];
  var best_class = 0u;
  for (var c = 1u; c < CLASSES; c++) {
    let l = logits[row + c * head.anchors];
    if (l > best) {
      best = l;
      best_class = c;
    }
  }

  let slot = image * head.anchors + anchor;
  if (best < head.logit_min) {
    detections[slot].score = 0.0;
    return;
  }

  let first = image * 4u * BINS * head.anchors + anchor;
  var d: vec4f;
  for (var edge = 0u; edge < 4u; edge++) {
    d[edge] = expected_distance(first + edge * BINS * head.anchors);
  }
  let at = anchor_point(anchor);
  let box = vec4f(at.xy - d.xy, at.xy + d.zw) * at.z;
  detections[slot] = Detection(box, 1.0 / (1.0 + exp(-best)), best_class);
  atomicAdd(&class_counts[image * CLASSES + best_class], 1u);
}

// Intersection over union of every rotated box of one set with every one of another.
// The first box is taken into the frame of the second and clipped at its four sides.

struct Counts {
  anchors: u32,
  truths: u32,
}

@group(0) @binding(0) var<storage, read> anchor_centre: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read> anchor_size: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read> anchor_angle: array<f32>;
@group(0) @binding(3) var<storage, read> truth_centre: array<vec2<f32>>;
@group(0) @binding(4) var<storage, read> truth_size: array<vec2<f32>>;
@group(0) @binding(5) var<storage, read> truth_angle: array<f32>;
@group(0) @binding(6) var<storage, read_write> iou: array<f32>;
@group(0) @binding(7) var<uniform> counts: Counts;

fn rotate(v: vec2<f32>, angle: f32) -> vec2<f32> {
  let c = cos(angle);
  let s = sin(angle);
  return vec2<f32>(c * v.x - s * v.y, s * v.x + c * v.y);
}

// Two quadrilaterals meet in a polygon of at most eight corners.
fn overlap_area(centre: vec2<f32>, size_a: vec2<f32>, angle: f32, size_b: vec2<f32>) -> f32 {
  var polygon: array<vec2<f32>, 8>;
  let along = rotate(vec2<f32>(0.5 * size_a.x, 0.0), angle);
  let across = rotate(vec2<f32>(0.0, 0.5 * size_a.y), angle);
  polygon[0] = centre - along - across;
  polygon[1] = centre + along - across;
  polygon[2] = centre + along + across;
  polygon[3] = centre - along + across;
  var corners = 4u;

  for (var side = 0u; side < 4u; side++) {
    var normal = vec2<f32>(1.0, 0.0);
    var reach = 0.5 * size_b.x;
    if (side >= 2u) {
      normal = vec2<f32>(0.0, 1.0);
      reach = 0.5 * size_b.y;
    }
    if ((side & 1u) == 1u) {
      normal = -normal;
    }

    var clipped: array<vec2<f32>, 8>;
    var kept = 0u;
    var previous = polygon[corners - 1u];
    var previous_depth = reach - dot(normal, previous);
    for (var i = 0u; i < corners; i++) {
      let current = polygon[i];
      let depth = reach - dot(normal, current);
      if ((depth >= 0.0) != (previous_depth >= 0.0) && kept < 8u) {
        let t = previous_depth / (previous_depth - depth);
        clipped[kept] = mix(previous, current, t);
        kept++;
      }
      if (depth >= 0.0 && kept < 8u) {
        clipped[kept] = current;
        kept++;
      }
      previous = current;
      previous_depth = depth;
    }
    if (kept < 3u) {
      return 0.0;
    }
    polygon = clipped;
    corners = kept;
  }

  var doubled = 0.0;
  var last = polygon[corners - 1u];
  for (var i = 0u; i < corners; i++) {
    let next = polygon[i];
    doubled += last.x * next.y - last.y * next.x;
    last = next;
  }
  return 0.5 * abs(doubled);
}

@compute @workgroup_size(64, 4)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let a = id.x;
  let b = id.y;
  if (a >= counts.anchors || b >= counts.truths) {
    return;
  }
  let size_a = anchor_size[a];
  let size_b = truth_size[b];
  let offset = anchor_centre[a] - truth_centre[b];

  var result = 0.0;
  // Boxes whose circles stay apart cannot meet.
  if (length(offset) < 0.5 * (length(size_a) + length(size_b))) {
    let turn = truth_angle[b];
    let shared_area = overlap_area(rotate(offset, -turn), size_a, anchor_angle[a] - turn, size_b);
    result = shared_area / (size_a.x * size_a.y + size_b.x * size_b.y - shared_area);
  }
  iou[b * counts.anchors + a] = result;
}

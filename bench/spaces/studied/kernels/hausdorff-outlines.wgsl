// Hausdorff distance between pairs of outlines (polylines of very different length), with the early
// break of Taha and Hanbury: a point that is already nearer than the maximum so far cannot raise it.
// One workgroup per pair.
@group(0) @binding(0) var<storage, read> starts: array<u32>;
@group(0) @binding(1) var<storage, read> points: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read> pairs: array<vec2<u32>>;
@group(0) @binding(3) var<storage, read_write> distances: array<f32>;

override WG_SIZE: u32 = 64;

var<workgroup> partial: array<f32, WG_SIZE>;

fn directed(fromShape: u32, toShape: u32, lane: u32, floorSquared: f32) -> f32 {
  let first = starts[fromShape];
  let last = starts[fromShape + 1u];
  let otherFirst = starts[toShape];
  let otherLast = starts[toShape + 1u];
  var worst = floorSquared;
  for (var i = first + lane; i < last; i += WG_SIZE) {
    let p = points[i];
    var nearest = 3.0e38;
    for (var j = otherFirst; j < otherLast; j++) {
      let d = p - points[j];
      nearest = min(nearest, dot(d, d));
      if (nearest <= worst) {
        break;
      }
    }
    worst = max(worst, nearest);
  }
  return worst;
}

@compute @workgroup_size(WG_SIZE)
fn hausdorff(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
  let pair = pairs[group.x];
  var worst = directed(pair.x, pair.y, lane, 0.0);
  worst = directed(pair.y, pair.x, lane, worst);
  partial[lane] = worst;
  workgroupBarrier();
  for (var half = WG_SIZE / 2u; half > 0u; half >>= 1u) {
    if (lane < half) {
      partial[lane] = max(partial[lane], partial[lane + half]);
    }
    workgroupBarrier();
  }
  if (lane == 0u) {
    distances[group.x] = sqrt(partial[0]);
  }
}

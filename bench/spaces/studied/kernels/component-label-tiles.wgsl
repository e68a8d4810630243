// Connected components, first phase: labels the 4-connected bright regions within tiles of 32x32 pixels.
// Labels spread from neighbour to neighbour, with jumps to the label's own label, until nothing changes.
// A pixel ends with the index of its region's first pixel in the image, plus 1; dark pixels with 0.
const SIDE = 32u;
const ROWS = 8u;
const NONE = 0xffffffffu;

struct Image {
  width: u32,
  height: u32,
  threshold: f32,
}

@group(0) @binding(0) var<uniform> image: Image;
@group(0) @binding(1) var<storage, read> brightness: array<f32>;
@group(0) @binding(2) var<storage, read_write> labels: array<u32>;

var<workgroup> tile: array<atomic<u32>, 1024>;
var<workgroup> changes: atomic<u32>;
var<workgroup> again: u32;

fn smaller(label: u32, x: i32, y: i32) -> u32 {
  if (x < 0 || y < 0 || x >= i32(SIDE) || y >= i32(SIDE)) {
    return label;
  }
  return min(label, atomicLoad(&tile[u32(y) * SIDE + u32(x)]));
}

@compute @workgroup_size(32, 8)
fn label(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
  let origin = group.xy * SIDE;
  for (var y = local.y; y < SIDE; y += ROWS) {
    let at = origin + vec2<u32>(local.x, y);
    var first = NONE;
    if (at.x < image.width && at.y < image.height) {
      if (brightness[at.y * image.width + at.x] > image.threshold) {
        first = y * SIDE + local.x;
      }
    }
    atomicStore(&tile[y * SIDE + local.x], first);
  }
  workgroupBarrier();

  loop {
    var changed = false;
    for (var y = local.y; y < SIDE; y += ROWS) {
      let i = y * SIDE + local.x;
      let old = atomicLoad(&tile[i]);
      if (old != NONE) {
        let x = i32(local.x);
        var next = smaller(old, x - 1, i32(y));
        next = smaller(next, x + 1, i32(y));
        next = smaller(next, x, i32(y) - 1);
        next = smaller(next, x, i32(y) + 1);
        next = min(next, atomicLoad(&tile[next]));
        if (next < old) {
          atomicMin(&tile[old], next);
          atomicMin(&tile[i], next);
          changed = true;
        }
      }
    }
    if (changed) {
      atomicAdd(&changes, 1u);
    }
    workgroupBarrier();
    if (local.x == 0u && local.y == 0u) {
      again = atomicExchange(&changes, 0u);
    }
    if (workgroupUniformLoad(&again) == 0u) {
      break;
    }
  }

  for (var y = local.y; y < SIDE; y += ROWS) {
    let at = origin + vec2<u32>(local.x, y);
    if (at.x < image.width && at.y < image.height) {
      let found = atomicLoad(&tile[y * SIDE + local.x]);
      var result = 0u;
      if (found != NONE) {
        result = (origin.y + found / SIDE) * image.width + origin.x + found % SIDE + 1u;
      }
      labels[at.y * image.width + at.x] = result;
    }
  }
}

// Circle detection: pixels with a strong gradient vote for the centres of circles that they may lie on, along the
// gradient on both sides. The accumulator has a quarter of the pixels and one plane per group of radii.

struct Circles {
  width: u32,
  height: u32,
  threshold: f32,
  minRadius: u32,
  maxRadius: u32,
  radiiPerPlane: u32,
}

@group(0) @binding(0) var<uniform> circles: Circles;
@group(0) @binding(1) var<storage, read> grey: array<f32>;
@group(0) @binding(2) var<storage, read_write> votes: array<atomic<u32>>;
@group(0) @binding(3) var<storage, read_write> edges: array<u32>;

const SIDE = 16u;
const HALO = 18u;
var<workgroup> tile: array<f32, HALO * HALO>;

fn at(x: u32, y: u32) -> f32 {
  return tile[y * HALO + x];
}

@compute @workgroup_size(SIDE, SIDE)
fn vote(
  @builtin(global_invocation_id) gid: vec3<u32>,
  @builtin(local_invocation_id) lid: vec3<u32>,
  @builtin(workgroup_id) wid: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  for (var i = lane; i < HALO * HALO; i += SIDE * SIDE) {
    let x = i32(wid.x * SIDE + i % HALO) - 1;
    let y = i32(wid.y * SIDE + i / HALO) - 1;
    let cx = u32(clamp(x, 0, i32(circles.width) - 1));
    let cy = u32(clamp(y, 0, i32(circles.height) - 1));
    tile[i] = grey[cy * circles.width + cx];
  }
  workgroupBarrier();
  if (gid.x >= circles.width || gid.y >= circles.height) {
    return;
  }

  let x = lid.x + 1u;
  let y = lid.y + 1u;
  let gx = at(x + 1u, y - 1u) + 2.0 * at(x + 1u, y) + at(x + 1u, y + 1u)
    - at(x - 1u, y - 1u) - 2.0 * at(x - 1u, y) - at(x - 1u, y + 1u);
  let gy = at(x - 1u, y + 1u) + 2.0 * at(x, y + 1u) + at(x + 1u, y + 1u)
    - at(x - 1u, y - 1u) - 2.0 * at(x, y - 1u) - at(x + 1u, y - 1u);
  let magnitude = sqrt(gx * gx + gy * gy);
  let isEdge = magnitude > circles.threshold;
  edges[gid.y * circles.width + gid.x] = select(0u, 1u, isEdge);
  if (!isEdge) {
    return;
  }

  let direction = vec2<f32>(gx, gy) / magnitude;
  let here = vec2<f32>(gid.xy);
  let halfWidth = circles.width / 2u;
  let halfHeight = circles.height / 2u;
  for (var radius = circles.minRadius; radius <= circles.maxRadius; radius++) {
    let plane = (radius - circles.minRadius) / circles.radiiPerPlane;
    for (var side = -1.0; side < 2.0; side += 2.0) {
      let centre = here + side * f32(radius) * direction;
      let cell = vec2<i32>(floor(centre * 0.5));
      if (cell.x < 0 || cell.y < 0 || cell.x >= i32(halfWidth) || cell.y >= i32(halfHeight)) {
        continue;
      }
      atomicAdd(&votes[(plane * halfHeight + u32(cell.y)) * halfWidth + u32(cell.x)], 1u);
    }
  }
}

// One pass of jump flooding for a Voronoi diagram: every pixel looks at the sites that itself and eight pixels
// `step` away know and keeps the nearest (of equals the first). Pixels hold the number of a site plus one, 0 for none.
struct Flood {
  width: u32,
  height: u32,
  step: i32,
}

@group(0) @binding(0) var<storage, read> sites: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read> known: array<u32>;
@group(0) @binding(2) var<storage, read_write> nearest: array<u32>;
@group(0) @binding(3) var<uniform> flood: Flood;

@compute @workgroup_size(16, 16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= flood.width || id.y >= flood.height) {
    return;
  }
  let here = vec2<f32>(id.xy) + vec2<f32>(0.5);
  var best = 0u;
  var bestDistance = 1e30;
  for (var dy = -1; dy <= 1; dy++) {
    let y = i32(id.y) + dy * flood.step;
    if (y < 0 || y >= i32(flood.height)) {
      continue;
    }
    for (var dx = -1; dx <= 1; dx++) {
      let x = i32(id.x) + dx * flood.step;
      if (x < 0 || x >= i32(flood.width)) {
        continue;
      }
      let site = known[u32(y) * flood.width + u32(x)];
      if (site == 0u) {
        continue;
      }
      let offset = sites[site - 1u] - here;
      let distance = dot(offset, offset);
      if (distance < bestDistance) {
        best = site;
        bestDistance = distance;
      }
    }
  }
  nearest[id.y * flood.width + id.x] = best;
}

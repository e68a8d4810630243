// Lists the lights that reach each 16 x 16 tile of the screen (forward rendering in tiles): the tile's range of depths,
// a test of every light's sphere against the tile's box, appending to a list in workgroup memory. Lists are then put
// in order, so that frames do not flicker.
struct Camera {
  view: mat4x4f,
  screen: vec2u,
  lights: u32,
  capacity: u32,  // of a tile's list, at most 256
  spread: vec2f,  // half the width and height of what is seen at a distance of 1
  far: f32,
}

@group(0) @binding(0) var<uniform> camera: Camera;
@group(0) @binding(1) var<storage, read> depths: array<f32>;  // 0..1 of the far plane
@group(0) @binding(2) var<storage, read> centres: array<vec4f>;
@group(0) @binding(3) var<storage, read> radii: array<f32>;
@group(0) @binding(4) var<storage, read_write> lists: array<u32>;
@group(0) @binding(5) var<storage, read_write> counts: array<u32>;
@group(0) @binding(6) var<storage, read_write> totals: array<atomic<u32>, 2>; // all entries, the longest list

var<workgroup> nearest: atomic<u32>;
var<workgroup> farthest: atomic<u32>;
var<workgroup> found: atomic<u32>;
var<workgroup> candidates: array<u32, 256>;

@compute @workgroup_size(8, 8)
fn main(
  @builtin(workgroup_id) tile: vec3u,
  @builtin(num_workgroups) tiles: vec3u,
  @builtin(local_invocation_id) local: vec3u,
  @builtin(local_invocation_index) lane: u32,
) {
  if (lane == 0u) {
    atomicStore(&nearest, 0x7f800000u);
    atomicStore(&farthest, 0u);
    atomicStore(&found, 0u);
  }
  workgroupBarrier();

  for (var i = 0u; i < 4u; i++) {
    let pixel = tile.xy * 16u + local.xy + vec2u(i & 1u, i >> 1u) * 8u;
    if (all(pixel < camera.screen)) {
      // Depths are positive, so their bits are in the same order.
      let bits = bitcast<u32>(depths[pixel.y * camera.screen.x + pixel.x]);
      atomicMin(&nearest, bits);
      atomicMax(&farthest, bits);
    }
  }
  workgroupBarrier();

  let z0 = bitcast<f32>(atomicLoad(&nearest)) * camera.far;
  let z1 = bitcast<f32>(atomicLoad(&farthest)) * camera.far;
  let a = (vec2f(tile.xy * 16u) / vec2f(camera.screen) * 2.0 - 1.0) * camera.spread;
  let b = (vec2f(tile.xy * 16u + 16u) / vec2f(camera.screen) * 2.0 - 1.0) * camera.spread;
  let low = vec3f(min(a * z0, a * z1), z0);
  let high = vec3f(max(b * z0, b * z1), z1);

  for (var i = lane; i < camera.lights; i += 64u) {
    let centre = (camera.view * vec4f(centres[i].xyz, 1.0)).xyz;
    let away = centre - clamp(centre, low, high);
    if (dot(away, away) <= radii[i] * radii[i]) {
      let place = atomicAdd(&found, 1u);
      if (place < camera.capacity) {
        candidates[place] = i;
      }
    }
  }
  workgroupBarrier();

  let count = min(atomicLoad(&found), camera.capacity);
  let index = tile.y * tiles.x + tile.x;
  for (var i = lane; i < count; i += 64u) {
    let mine = candidates[i];
    var rank = 0u;
    for (var j = 0u; j < count; j++) {
      rank += select(0u, 1u, candidates[j] < mine);
    }
    lists[index * camera.capacity + rank] = mine;
  }
  if (lane == 0u) {
    counts[index] = count;
    atomicAdd(&totals[0], count);
    atomicMax(&totals[1], count);
  }
}

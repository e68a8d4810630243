// Procedural caves: density of a voxel volume from cellular (Worley) noise in
// two octaves, the gap between the nearest and the second nearest feature point.

struct Volume {
  size: vec3<u32>,
  seed: u32,
  scale: f32,
  threshold: f32,
  floorHeight: f32,
  pad: f32,
}

@group(0) @binding(0) var<storage, read_write> density: array<f32>;
@group(0) @binding(1) var<uniform> volume: Volume;

fn hash3(p: vec3<i32>) -> vec3<f32> {
  var v = vec3<u32>(p) * 1664525u + vec3<u32>(1013904223u + volume.seed);
  v.x += v.y * v.z;
  v.y += v.z * v.x;
  v.z += v.x * v.y;
  v ^= v >> vec3<u32>(16u);
  v.x += v.y * v.z;
  v.y += v.z * v.x;
  v.z += v.x * v.y;
  return vec3<f32>(v >> vec3<u32>(8u)) * (1.0 / 16777216.0);
}

// Distances to the two nearest feature points.
fn cellular(p: vec3<f32>) -> vec2<f32> {
  let cell = vec3<i32>(floor(p));
  let inside = fract(p);
  var nearest = 8.0;
  var second = 8.0;
  for (var z = -1; z <= 1; z++) {
    for (var y = -1; y <= 1; y++) {
      for (var x = -1; x <= 1; x++) {
        let offset = vec3<i32>(x, y, z);
        let to = vec3<f32>(offset) + hash3(cell + offset) - inside;
        let d = dot(to, to);
        second = min(second, max(nearest, d));
        nearest = min(nearest, d);
      }
    }
  }
  return sqrt(vec2<f32>(nearest, second));
}

@compute @workgroup_size(8, 4, 4)
fn main(@builtin(global_invocation_id) gid: vec3<u32>) {
  if (any(gid >= volume.size)) {
    return;
  }
  let at = (gid.z * volume.size.y + gid.y) * volume.size.x + gid.x;
  let height = f32(gid.z) / f32(volume.size.z);
  if (height < volume.floorHeight) {
    density[at] = 1.0;  // bedrock
    return;
  }
  let p = vec3<f32>(gid) * volume.scale;
  let coarse = cellular(p);
  var wall = coarse.y - coarse.x;
  // Only where a wall may be is the second octave worth its time.
  if (wall < 2.0 * volume.threshold) {
    let fine = cellular(p * 2.7 + vec3<f32>(31.4, 7.1, 15.9));
    wall += 0.35 * (fine.x - 0.5);
  }
  density[at] = (1.0 - smoothstep(0.0, volume.threshold, wall)) * (1.0 - 0.5 * height);
}

// Edge-preserving smoothing of a grey image: each pixel becomes the mean of its 9 x 9 neighbourhood, weighted by
// distance and by how alike the brightnesses are (bilateral filter).
struct Settings {
  size: vec2<u32>,
  spatialFalloff: f32, // 1 / (2 sigma^2) of the distance in pixels
  rangeFalloff: f32,   // 1 / (2 sigma^2) of the difference in brightness
}

@group(0) @binding(0) var<storage, read> image: array<f32>;
@group(0) @binding(1) var<storage, read_write> smoothed: array<f32>;
@group(0) @binding(2) var<uniform> settings: Settings;

const RADIUS = 4;

@compute @workgroup_size(16, 16)
fn bilateral(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= settings.size.x || id.y >= settings.size.y) {
    return;
  }
  let last = vec2<i32>(settings.size) - 1;
  let at = vec2<i32>(id.xy);
  let centre = image[id.y * settings.size.x + id.x];
  var sum = 0.0;
  var weights = 0.0;
  for (var dy = -RADIUS; dy <= RADIUS; dy++) {
    for (var dx = -RADIUS; dx <= RADIUS; dx++) {
      let p = vec2<u32>(clamp(at + vec2<i32>(dx, dy), vec2<i32>(0), last));
      let value = image[p.y * settings.size.x + p.x];
      let difference = value - centre;
      let weight = exp(-f32(dx * dx + dy * dy) * settings.spatialFalloff
        - difference * difference * settings.rangeFalloff);
      sum += weight * value;
      weights += weight;
    }
  }
  smoothed[id.y * settings.size.x + id.x] = sum / weights;
}

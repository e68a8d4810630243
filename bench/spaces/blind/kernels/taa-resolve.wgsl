// Temporal anti-aliasing: reprojects last frame's result with the motion of the nearest
// surface, clips it to the colours around the pixel (in YCoCg) and blends.

struct Frame {
  width: u32,
  height: u32,
  blend: f32,
  gamma: f32,
}

@group(0) @binding(0) var<storage, read> colour: array<u32>;
@group(0) @binding(1) var<storage, read> depth: array<f32>;
@group(0) @binding(2) var<storage, read> motion: array<vec2f>;
@group(0) @binding(3) var<storage, read> history: array<u32>;
@group(0) @binding(4) var<storage, read_write> resolved: array<u32>;
@group(0) @binding(5) var<uniform> frame: Frame;

fn to_ycocg(c: vec3f) -> vec3f {
  return vec3f(
    dot(c, vec3f(0.25, 0.5, 0.25)),
    dot(c, vec3f(0.5, 0.0, -0.5)),
    dot(c, vec3f(-0.25, 0.5, -0.25)),
  );
}

fn from_ycocg(c: vec3f) -> vec3f {
  return vec3f(c.x + c.y - c.z, c.x + c.z, c.x - c.y - c.z);
}

fn texel(at: vec2i) -> u32 {
  let p = clamp(at, vec2i(0), vec2i(i32(frame.width) - 1, i32(frame.height) - 1));
  return u32(p.y) * frame.width + u32(p.x);
}

fn sample_history(at: vec2f) -> vec3f {
  let base = floor(at - 0.5);
  let f = at - 0.5 - base;
  let corner = vec2i(base);
  let c00 = unpack4x8unorm(history[texel(corner)]).rgb;
  let c10 = unpack4x8unorm(history[texel(corner + vec2i(1, 0))]).rgb;
  let c01 = unpack4x8unorm(history[texel(corner + vec2i(0, 1))]).rgb;
  let c11 = unpack4x8unorm(history[texel(corner + vec2i(1, 1))]).rgb;
  return mix(mix(c00, c10, f.x), mix(c01, c11, f.x), f.y);
}

// Moves `past` towards the middle of the box until it lies inside.
fn clip_to_box(past: vec3f, low: vec3f, high: vec3f) -> vec3f {
  let middle = 0.5 * (low + high);
  let extent = 0.5 * (high - low) + 1e-4;
  let offset = past - middle;
  let units = abs(offset / extent);
  let largest = max(units.x, max(units.y, units.z));
  if (largest > 1.0) {
    return middle + offset / largest;
  }
  return past;
}

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) gid: vec3u) {
  if (gid.x >= frame.width || gid.y >= frame.height) {
    return;
  }
  let pixel = vec2i(gid.xy);

  var mean = vec3f(0.0);
  var square = vec3f(0.0);
  var here = vec3f(0.0);
  var nearest = 2.0;
  var nearest_at = 0u;
  for (var dy = -1; dy <= 1; dy++) {
    for (var dx = -1; dx <= 1; dx++) {
      let at = texel(pixel + vec2i(dx, dy));
      let c = to_ycocg(unpack4x8unorm(colour[at]).rgb);
      mean += c;
      square += c * c;
      if (dx == 0 && dy == 0) {
        here = c;
      }
      let d = depth[at];
      if (d < nearest) {
        nearest = d;
        nearest_at = at;
      }
    }
  }
  mean /= 9.0;
  let deviation = sqrt(max(square / 9.0 - mean * mean, vec3f(0.0)));
  let low = mean - frame.gamma * deviation;
  let high = mean + frame.gamma * deviation;

  let before = vec2f(pixel) + 0.5 - motion[nearest_at];
  let outside = any(before < vec2f(0.0)) || any(before >= vec2f(f32(frame.width), f32(frame.height)));

  var result = here;
  if (!outside) {
    let past = clip_to_box(to_ycocg(sample_history(before)), low, high);
    // Weights by luminance keep bright specks from flickering.
    let w_here = frame.blend / (1.0 + here.x);
    let w_past = (1.0 - frame.blend) / (1.0 + past.x);
    result = (here * w_here + past * w_past) / (w_here + w_past);
  }
  resolved[gid.y * frame.width + gid.x] = pack4x8unorm(vec4f(from_ycocg(result), 1.0));
}

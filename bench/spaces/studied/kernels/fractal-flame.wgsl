// Fractal flame renderer: every invocation plays its own chaos game and splats colour into a
// shared fixed-point histogram (red, green, blue, hits per pixel).
struct Xform {
  linear: vec4<f32>,   // a b c d
  shift: vec4<f32>,    // e f, palette coordinate, cumulative probability
  blend: vec4<f32>,    // linear, sinusoidal, spherical, swirl
}

struct Scene {
  width: u32,
  height: u32,
  plots: u32,
  seed: u32,
  centre: vec2<f32>,
  scale: f32,
  count: u32,
}

@group(0) @binding(0) var<uniform> scene: Scene;
@group(0) @binding(1) var<uniform> xforms: array<Xform, 4>;
@group(0) @binding(2) var<storage, read> palette: array<vec4<f32>, 256>;
@group(0) @binding(3) var<storage, read_write> histogram: array<atomic<u32>>;

override WG: u32 = 128;
const WARMUP = 20u;

var<private> state: u32;

fn rnd() -> f32 {
  state = state * 747796405u + 2891336453u;
  let w = ((state >> ((state >> 28u) + 4u)) ^ state) * 277803737u;
  return f32(((w >> 22u) ^ w) >> 8u) * (1.0 / 16777216.0);
}

fn pick() -> u32 {
  let r = rnd();
  for (var k = 0u; k + 1u < scene.count; k++) {
    if (r < xforms[k].shift.w) {
      return k;
    }
  }
  return scene.count - 1u;
}

fn apply(k: u32, p: vec2<f32>) -> vec2<f32> {
  let m = xforms[k].linear;
  let w = xforms[k].blend;
  let q = vec2<f32>(m.x * p.x + m.y * p.y, m.z * p.x + m.w * p.y) + xforms[k].shift.xy;
  let r2 = dot(q, q) + 1e-6;
  var out = w.x * q;
  if (w.y != 0.0) {
    out += w.y * sin(q);
  }
  if (w.z != 0.0) {
    out += w.z * q / r2;
  }
  if (w.w != 0.0) {
    let s = sin(r2);
    let c = cos(r2);
    out += w.w * vec2<f32>(q.x * s - q.y * c, q.x * c + q.y * s);
  }
  return out;
}

@compute @workgroup_size(WG)
fn iterate(@builtin(global_invocation_id) gid: vec3<u32>) {
  state = ((gid.x + 1u) * 0x9E3779B9u) ^ scene.seed;
  var p = vec2<f32>(rnd() * 2.0 - 1.0, rnd() * 2.0 - 1.0);
  var tint = rnd();

  for (var i = 0u; i < WARMUP + scene.plots; i++) {
    let k = pick();
    p = apply(k, p);
    tint = 0.5 * (tint + xforms[k].shift.z);
    if (i < WARMUP) {
      continue;
    }
    let s = (p - scene.centre) * scene.scale + 0.5 * vec2<f32>(f32(scene.width), f32(scene.height));
    if (s.x < 0.0 || s.y < 0.0 || s.x >= f32(scene.width) || s.y >= f32(scene.height)) {
      continue;
    }
    let at = 4u * (u32(s.y) * scene.width + u32(s.x));
    let colour = vec3<u32>(palette[min(u32(tint * 256.0), 255u)].rgb * 255.0);
    atomicAdd(&histogram[at], colour.r);
    atomicAdd(&histogram[at + 1u], colour.g);
    atomicAdd(&histogram[at + 2u], colour.b);
    atomicAdd(&histogram[at + 3u], 1u);
  }
}

// Spatial resampling of direct-light reservoirs (ReSTIR DI, biased): each pixel merges its reservoir with those of
// random neighbours that lie on a similar surface.
struct Reservoir {
  point: vec3f,     // sample on a light
  weight: f32,      // W, the estimator's weight
  radiance: vec3f,
  confidence: f32,  // M
}
struct Frame {
  width: u32,
  height: u32,
  neighbours: u32,
  seed: u32,
  radius: f32,
  tanHalf: f32,
  depthLimit: f32,
  normalLimit: f32,
}

@group(0) @binding(0) var<storage, read> before: array<Reservoir>;
@group(0) @binding(1) var<storage, read> depths: array<f32>;
@group(0) @binding(2) var<storage, read> normals: array<u32>; // octahedral, 2 x snorm16
@group(0) @binding(3) var<storage, read_write> after: array<Reservoir>;
@group(0) @binding(4) var<uniform> frame: Frame;

override TX: u32 = 16u;
override TY: u32 = 8u;

fn pcg(state: ptr<function, u32>) -> f32 {
  *state = *state * 747796405u + 2891336453u;
  let word = ((*state >> ((*state >> 28u) + 4u)) ^ *state) * 277803737u;
  return f32(((word >> 22u) ^ word) >> 8u) * (1.0 / 16777216.0);
}

fn decodeNormal(packed: u32) -> vec3f {
  let e = unpack2x16snorm(packed);
  var n = vec3f(e, 1.0 - abs(e.x) - abs(e.y));
  let t = max(-n.z, 0.0);
  n.x -= select(-t, t, n.x >= 0.0);
  n.y -= select(-t, t, n.y >= 0.0);
  return normalize(n);
}

fn targetWeight(position: vec3f, normal: vec3f, point: vec3f, radiance: vec3f) -> f32 {
  let d = point - position;
  let square = max(dot(d, d), 1e-4);
  let cosine = max(dot(normal, d) * inverseSqrt(square), 0.0);
  return dot(radiance, vec3f(0.2126, 0.7152, 0.0722)) * cosine / square;
}

@compute @workgroup_size(TX, TY)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= frame.width || id.y >= frame.height) {
    return;
  }
  let pixel = id.y * frame.width + id.x;
  let depth = depths[pixel];
  let normal = decodeNormal(normals[pixel]);
  let screen = (vec2f(id.xy) + 0.5) / vec2f(f32(frame.width), f32(frame.height)) * 2.0 - 1.0;
  let aspect = f32(frame.width) / f32(frame.height);
  let position = depth * vec3f(screen.x * frame.tanHalf * aspect, -screen.y * frame.tanHalf, -1.0);

  var rng = pixel * 9781u + frame.seed * 26699u + 1u;
  var chosen = before[pixel];
  var chosenTarget = targetWeight(position, normal, chosen.point, chosen.radiance);
  var total = chosenTarget * chosen.weight * chosen.confidence;
  var confidence = chosen.confidence;
  for (var n = 0u; n < frame.neighbours; n++) {
    let r = frame.radius * sqrt(pcg(&rng));
    let phi = 6.2831853 * pcg(&rng);
    let at = vec2i(id.xy) + vec2i(i32(r * cos(phi)), i32(r * sin(phi)));
    let x = u32(clamp(at.x, 0, i32(frame.width) - 1));
    let y = u32(clamp(at.y, 0, i32(frame.height) - 1));
    let q = y * frame.width + x;
    if (abs(depths[q] - depth) > frame.depthLimit * depth) {
      continue;
    }
    if (dot(decodeNormal(normals[q]), normal) < frame.normalLimit) {
      continue;
    }
    let other = before[q];
    let p = targetWeight(position, normal, other.point, other.radiance);
    let w = p * other.weight * other.confidence;
    total += w;
    confidence += other.confidence;
    if (pcg(&rng) * total < w) {
      chosen = other;
      chosenTarget = p;
    }
  }
  chosen.weight = select(0.0, total / (confidence * chosenTarget), chosenTarget > 0.0 && confidence > 0.0);
  chosen.confidence = min(confidence, 500.0);
  after[pixel] = chosen;
}

// Path tracer for a box with spheres in it: diffuse and mirror surfaces, a light in the ceiling, paths ended by
// Russian roulette. Adds the samples of this frame to the accumulation buffer.
// @tune TILE_Y values 4, 8, 16

override TILE_Y: u32 = 8;
const TILE_X: u32 = 16u;
const NOTHING: f32 = 1e30;

struct Sphere {
  centre: vec3f,
  radius: f32,
  colour: vec3f,
  mirror: f32, // chance of a mirror reflection
}

struct Frame {
  width: u32,
  height: u32,
  samples: u32,
  maxBounces: u32,
  seed: u32,
  sphereCount: u32,
}

struct Hit {
  t: f32,
  normal: vec3f,
  colour: vec3f,
  emission: vec3f,
  mirror: f32,
}

@group(0) @binding(0) var<uniform> frame: Frame;
@group(0) @binding(1) var<storage, read> spheres: array<Sphere>;
@group(0) @binding(2) var<storage, read_write> accumulated: array<vec4f>;

var<private> rngState: u32;

fn random() -> f32 {
  let old = rngState;
  rngState = old * 747796405u + 2891336453u;
  let word = ((old >> ((old >> 28u) + 4u)) ^ old) * 277803737u;
  return f32(((word >> 22u) ^ word) >> 8u) * (1.0 / 16777216.0);
}

// the walls of the cube [-1, 1]^3, seen from within
fn hitRoom(origin: vec3f, direction: vec3f) -> Hit {
  var hit: Hit;
  let safe = select(direction, vec3f(1e-6), abs(direction) < vec3f(1e-6));
  let t = (sign(safe) - origin) / safe;
  hit.t = min(t.x, min(t.y, t.z));
  hit.colour = vec3f(0.75);
  if (hit.t == t.x) {
    hit.normal = vec3f(-sign(safe.x), 0.0, 0.0);
    hit.colour = select(vec3f(0.15, 0.6, 0.15), vec3f(0.65, 0.08, 0.08), safe.x < 0.0);
  } else if (hit.t == t.y) {
    hit.normal = vec3f(0.0, -sign(safe.y), 0.0);
    let at = origin + direction * hit.t;
    if (safe.y > 0.0 && abs(at.x) < 0.4 && abs(at.z) < 0.4) {
      hit.emission = vec3f(11.0, 9.5, 7.5);
    }
  } else {
    hit.normal = vec3f(0.0, 0.0, -sign(safe.z));
  }
  return hit;
}

fn trace(origin: vec3f, direction: vec3f) -> Hit {
  var hit = hitRoom(origin, direction);
  for (var i = 0u; i < frame.sphereCount; i++) {
    let sphere = spheres[i];
    let toCentre = sphere.centre - origin;
    let b = dot(toCentre, direction);
    let discriminant = b * b - dot(toCentre, toCentre) + sphere.radius * sphere.radius;
    if (discriminant <= 0.0) {
      continue;
    }
    let root = sqrt(discriminant);
    var t = b - root;
    if (t < 1e-3) {
      t = b + root;
    }
    if (t > 1e-3 && t < hit.t) {
      hit.t = t;
      hit.normal = (origin + direction * t - sphere.centre) / sphere.radius;
      hit.colour = sphere.colour;
      hit.emission = vec3f(0.0);
      hit.mirror = sphere.mirror;
    }
  }
  return hit;
}

fn cosineDirection(normal: vec3f) -> vec3f {
  let z = 2.0 * random() - 1.0;
  let phi = 6.2831853 * random();
  let r = sqrt(max(0.0, 1.0 - z * z));
  let v = normal + vec3f(r * cos(phi), r * sin(phi), z);
  let l = dot(v, v);
  if (l < 1e-8) {
    return normal;
  }
  return v * inverseSqrt(l);
}

fn radiance(rayOrigin: vec3f, rayDirection: vec3f) -> vec3f {
  var origin = rayOrigin;
  var direction = rayDirection;
  var throughput = vec3f(1.0);
  var light = vec3f(0.0);
  for (var bounce = 0u; bounce < frame.maxBounces; bounce++) {
    let hit = trace(origin, direction);
    light += throughput * hit.emission;
    if (hit.emission.x > 0.0) {
      break;
    }
    let normal = faceForward(hit.normal, direction, hit.normal);
    origin += direction * hit.t + normal * 1e-3;
    if (random() < hit.mirror) {
      direction = reflect(direction, normal);
    } else {
      direction = cosineDirection(normal);
    }
    throughput *= hit.colour;
    if (bounce >= 2u) {
      let survive = clamp(max(throughput.x, max(throughput.y, throughput.z)), 0.05, 0.95);
      if (random() >= survive) {
        break;
      }
      throughput /= survive;
    }
  }
  return light;
}

@compute @workgroup_size(TILE_X, TILE_Y)
fn render(@builtin(global_invocation_id) pixel: vec3u) {
  if (pixel.x >= frame.width || pixel.y >= frame.height) {
    return;
  }
  let at = pixel.y * frame.width + pixel.x;
  rngState = (at * 9781u) ^ (frame.seed * 6271u + 1u);
  var sum = vec3f(0.0);
  for (var s = 0u; s < frame.samples; s++) {
    let x = (f32(pixel.x) + random()) / f32(frame.width) * 2.0 - 1.0;
    let y = 1.0 - (f32(pixel.y) + random()) / f32(frame.height) * 2.0;
    let aspect = f32(frame.width) / f32(frame.height);
    let direction = normalize(vec3f(x * aspect * 0.6, y * 0.6, -1.0));
    sum += radiance(vec3f(0.0, 0.0, 0.98), direction);
  }
  accumulated[at] += vec4f(sum, f32(frame.samples));
}

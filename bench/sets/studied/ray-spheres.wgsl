// A small ray tracer: spheres in a uniform buffer, up to three mirror bounces, no acceleration structure.
struct Camera { size: vec2<u32>, scale: f32, light_z: f32 }
struct Sphere { center: vec3<f32>, radius: f32 }
struct Hit { t: f32, index: i32 }
@group(0) @binding(0) var<uniform> camera: Camera;
@group(0) @binding(1) var<uniform> spheres: array<Sphere, 64>;
@group(0) @binding(2) var<storage, read_write> pixels: array<u32>;

fn trace(origin: vec3<f32>, direction: vec3<f32>) -> Hit {
  var hit = Hit(1e30, -1);
  for (var i = 0; i < 64; i++) {
    let s = spheres[i];
    let oc = origin - s.center;
    let b = dot(oc, direction);
    let c = dot(oc, oc) - s.radius * s.radius * 0.0025;
    let disc = b * b - c;
    if (disc > 0.0) {
      let t = -b - sqrt(disc);
      if (t > 1e-3 && t < hit.t) {
        hit = Hit(t, i);
      }
    }
  }
  return hit;
}

@compute @workgroup_size(8, 8)
fn render(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= camera.size.x || id.y >= camera.size.y) { return; }
  var origin = vec3<f32>(vec2<f32>(id.xy) / vec2<f32>(camera.size), -1.0);
  var direction = normalize(vec3<f32>(0.0, 0.0, 1.0) + 0.1 * (origin - 0.5) * vec3<f32>(1.0, 1.0, 0.0));
  var color = vec3<f32>(0.0);
  var weight = 1.0;
  for (var bounce = 0; bounce < 3; bounce++) {
    let hit = trace(origin, direction);
    if (hit.index < 0) {
      color += weight * mix(vec3<f32>(1.0), vec3<f32>(0.5, 0.7, 1.0), 0.5 * direction.y + 0.5);
      break;
    }
    let s = spheres[hit.index];
    let point = origin + hit.t * direction;
    let normal = normalize(point - s.center);
    let to_light = normalize(vec3<f32>(0.5, 2.0, camera.light_z) - point);
    color += weight * 0.6 * max(dot(normal, to_light), 0.0) * fract(s.center * 7.0);
    weight *= 0.4;
    origin = point + 1e-3 * normal;
    direction = reflect(direction, normal);
  }
  pixels[id.y * camera.size.x + id.x] = pack4x8unorm(vec4<f32>(sqrt(color), 1.0));
}

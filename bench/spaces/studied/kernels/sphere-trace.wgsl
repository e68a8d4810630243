// Sphere tracing: a ray per pixel walks through the signed distance field of some balls above a floor until it
// is close to a surface or far away; what it hits is shaded by its normal.
struct Scene { width: u32, height: u32, balls: u32, maxSteps: u32 }

@group(0) @binding(0) var<uniform> scene: Scene;
@group(0) @binding(1) var<storage, read> centres: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read> radii: array<f32>;
@group(0) @binding(3) var<storage, read_write> image: array<f32>;

const FAR = 40.0;
const CLOSE = 0.001;

fn distanceTo(p: vec3<f32>) -> f32 {
  var nearest = p.y + 3.0;
  for (var i = 0u; i < scene.balls; i++) {
    nearest = min(nearest, distance(p, centres[i].xyz) - radii[i]);
  }
  return nearest;
}

fn normalAt(p: vec3<f32>) -> vec3<f32> {
  let h = vec2<f32>(0.01, 0.0);
  return normalize(vec3<f32>(
    distanceTo(p + h.xyy) - distanceTo(p - h.xyy),
    distanceTo(p + h.yxy) - distanceTo(p - h.yxy),
    distanceTo(p + h.yyx) - distanceTo(p - h.yyx),
  ));
}

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= scene.width || id.y >= scene.height) {
    return;
  }
  let size = vec2<f32>(f32(scene.width), f32(scene.height));
  let screen = (2.0 * vec2<f32>(id.xy) + 1.0 - size) / size.y;
  let eye = vec3<f32>(0.0, 1.0, -9.0);
  let ray = normalize(vec3<f32>(screen.x, -screen.y, 1.6));

  var travelled = 0.0;
  var hit = false;
  for (var step = 0u; step < scene.maxSteps; step++) {
    let gap = distanceTo(eye + travelled * ray);
    if (gap < CLOSE) {
      hit = true;
      break;
    }
    travelled += gap;
    if (travelled > FAR) {
      break;
    }
  }

  var shade = 0.2 + 0.3 * max(ray.y, 0.0);
  if (hit) {
    let normal = normalAt(eye + travelled * ray);
    let light = normalize(vec3<f32>(0.5, 0.8, -0.4));
    shade = 0.1 + 0.9 * max(dot(normal, light), 0.0);
  }
  image[id.y * scene.width + id.x] = shade;
}

// Picture of a black hole with a flat disk of gas: light is followed backwards from the camera in Schwarzschild
// coordinates (radius of the horizon 1), with steps that grow with the distance, until it falls in, meets the disk or
// leaves for the sky.
struct Scene {
  width: u32,
  height: u32,
  steps: u32,
  distance: f32, // of the camera
  tilt: f32,     // of the camera above the disk, as a height
  inner: f32,    // radii of the disk
  outer: f32,
  stride: f32,   // length of a step over distance
}

@group(0) @binding(0) var<storage, read_write> picture: array<u32>;
@group(0) @binding(1) var<uniform> scene: Scene;

fn sky(direction: vec3<f32>) -> vec3<f32> {
  let bands = floor(direction * 8.0);
  let odd = fract((bands.x + bands.y + bands.z) * 0.5) > 0.25;
  return mix(vec3<f32>(0.05, 0.06, 0.12), vec3<f32>(0.3, 0.35, 0.5), select(0.2, 0.8, odd));
}

fn glow(radius: f32) -> vec3<f32> {
  let heat = pow(scene.inner / radius, 0.75);
  return clamp(vec3<f32>(1.4, 0.9 * heat, 0.6 * heat * heat) * heat, vec3<f32>(0.0), vec3<f32>(1.0));
}

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= scene.width || id.y >= scene.height) {
    return;
  }
  let size = vec2<f32>(f32(scene.width), f32(scene.height));
  let screen = (vec2<f32>(id.xy) + vec2<f32>(0.5) - 0.5 * size) / size.y;

  var position = vec3<f32>(0.0, scene.tilt, -scene.distance);
  let forward = normalize(-position);
  let right = normalize(cross(vec3<f32>(0.0, 1.0, 0.0), forward));
  let up = cross(forward, right);
  var velocity = normalize(forward + screen.x * right - screen.y * up);

  let momentum = cross(position, velocity);
  let pull = -1.5 * dot(momentum, momentum);
  let far = 1.5 * scene.distance;
  var colour = vec3<f32>(0.0);
  for (var i = 0u; i < scene.steps; i++) {
    let squared = dot(position, position);
    let radius = sqrt(squared);
    if (radius < 1.0) {
      break;
    }
    if (radius > far) {
      colour = sky(normalize(velocity));
      break;
    }
    let h = scene.stride * radius;
    velocity += (h * pull / (squared * squared * radius)) * position;
    let next = position + h * velocity;
    if (position.y * next.y < 0.0) {
      let crossing = mix(position, next, position.y / (position.y - next.y));
      let hit = length(crossing);
      if (hit > scene.inner && hit < scene.outer) {
        colour = glow(hit);
        break;
      }
    }
    position = next;
  }
  picture[id.y * scene.width + id.x] = pack4x8unorm(vec4<f32>(colour, 1.0));
}

// Magnetic pendulum: from each starting point, over which of three magnets the bob comes to rest, and after how many steps.
@group(0) @binding(0) var<storage, read> magnets: array<vec4<f32>, 3>; // x, y, height below the bob, strength
@group(0) @binding(1) var<storage, read_write> result: array<u32>;

override WIDTH: u32;
override HEIGHT: u32;

const STEP = 0.02;
const FRICTION = 0.4;
const SPRING = 0.5;
const MAX_STEPS = 1500u;

fn acceleration(position: vec2<f32>, velocity: vec2<f32>) -> vec2<f32> {
  var sum = -SPRING * position - FRICTION * velocity;
  for (var m = 0u; m < 3u; m++) {
    let toMagnet = magnets[m].xy - position;
    let square = dot(toMagnet, toMagnet) + magnets[m].z * magnets[m].z;
    sum += magnets[m].w * toMagnet / (square * sqrt(square));
  }
  return sum;
}

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= WIDTH || id.y >= HEIGHT) {
    return;
  }
  var position = (vec2<f32>(id.xy) + 0.5) / vec2<f32>(f32(WIDTH), f32(HEIGHT)) * 4.0 - 2.0;
  var velocity = vec2<f32>(0.0, 0.0);
  var steps = 0u;
  var rest = 3u;
  while (steps < MAX_STEPS && rest == 3u) {
    velocity += STEP * acceleration(position, velocity);
    position += STEP * velocity;
    steps++;
    if (dot(velocity, velocity) < 0.0025) {
      for (var m = 0u; m < 3u; m++) {
        if (distance(position, magnets[m].xy) < 0.15) {
          rest = m;
        }
      }
    }
  }
  result[id.y * WIDTH + id.x] = steps * 4u + rest;
}

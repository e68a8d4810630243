// Slime mould: every agent smells the trail ahead, ahead left and ahead right, turns, steps and leaves a deposit.
struct Agent {
  position: vec2<f32>,   // 0..1
  heading: f32,          // in turns
  energy: f32,
}

struct Settings {
  width: u32,
  height: u32,
  agents: u32,
  frame: u32,
  sensorAngle: f32,
  sensorDistance: f32,
  turnSpeed: f32,
  moveSpeed: f32,
}

override WORKGROUP: u32 = 256;
const TAU = 6.2831853;

@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<storage, read_write> agents: array<Agent>;
@group(0) @binding(2) var<storage, read> trail: array<f32>;
@group(0) @binding(3) var<storage, read_write> deposits: array<atomic<u32>>;

fn hash(seed: u32) -> u32 {
  var s = seed ^ 2747636419u;
  s *= 2654435769u;
  s ^= s >> 16u;
  s *= 2654435769u;
  s ^= s >> 16u;
  s *= 2654435769u;
  return s;
}

fn sense(p: vec2<f32>, angle: f32) -> f32 {
  let centre = vec2<i32>(p + vec2<f32>(cos(angle), sin(angle)) * settings.sensorDistance);
  let w = i32(settings.width);
  let h = i32(settings.height);
  var sum = 0.0;
  for (var dy = -1; dy <= 1; dy++) {
    for (var dx = -1; dx <= 1; dx++) {
      let x = clamp(centre.x + dx, 0, w - 1);
      let y = clamp(centre.y + dy, 0, h - 1);
      sum += trail[y * w + x];
    }
  }
  return sum;
}

@compute @workgroup_size(WORKGROUP)
fn update(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= settings.agents) {
    return;
  }
  var agent = agents[id.x];
  let extent = vec2<f32>(f32(settings.width), f32(settings.height));
  var p = agent.position * extent;
  var angle = agent.heading * TAU;

  let random = f32(hash(id.x + settings.frame * settings.agents) >> 8u) / 16777216.0;
  let ahead = sense(p, angle);
  let left = sense(p, angle + settings.sensorAngle);
  let right = sense(p, angle - settings.sensorAngle);
  if (ahead > left && ahead > right) {
    // straight on
  } else if (ahead < left && ahead < right) {
    angle += (random - 0.5) * 2.0 * settings.turnSpeed;
  } else if (left > right) {
    angle += random * settings.turnSpeed;
  } else {
    angle -= random * settings.turnSpeed;
  }

  p += vec2<f32>(cos(angle), sin(angle)) * settings.moveSpeed;
  if (p.x < 0.0 || p.y < 0.0 || p.x >= extent.x || p.y >= extent.y) {
    p = clamp(p, vec2<f32>(0.0), extent - 1.0);
    angle = random * TAU;
  }
  agent.position = p / extent;
  agent.heading = fract(angle / TAU);
  agents[id.x] = agent;

  let cell = vec2<u32>(p);
  let index = min(cell.y, settings.height - 1u) * settings.width + min(cell.x, settings.width - 1u);
  atomicAdd(&deposits[index], 16u);
}

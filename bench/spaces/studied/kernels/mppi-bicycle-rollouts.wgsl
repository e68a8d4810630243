// Model-predictive path integral control: every invocation rolls a kinematic bicycle with noisy controls over a cost
// map and adds up what the trajectory costs. One row of workgroups per vehicle.
// metres, except yaw (fortieths of a turn) and speed (quarters of a metre per second)
struct Vehicle { x: f32, y: f32, yaw: f32, speed: f32, goalX: f32, goalY: f32, wheelbase: f32, pad: f32 }
struct Plan {
  rollouts: u32,
  steps: u32,
  mapSide: u32,
  seed: u32,
  dt: f32,
  cellsPerMetre: f32,
  steerSigma: f32,
  accelSigma: f32,
  lambda: f32,
  maxSteer: f32,
}

@group(0) @binding(0) var<storage, read> vehicles: array<Vehicle>;
@group(0) @binding(1) var<storage, read> nominal: array<vec2f>; // [vehicle][step]: steer, acceleration
@group(0) @binding(2) var<storage, read> costMap: array<u32>;   // four 8-bit cells in a word
@group(0) @binding(3) var<storage, read_write> costs: array<f32>;
@group(0) @binding(4) var<uniform> plan: Plan;

const WG = 128u;
const MAX_STEPS = 128u;
var<workgroup> controls: array<vec2f, MAX_STEPS>;

fn hash(v: u32) -> u32 {
  let s = v * 747796405u + 2891336453u;
  let w = ((s >> ((s >> 28u) + 4u)) ^ s) * 277803737u;
  return (w >> 22u) ^ w;
}

fn cell(x: i32, y: i32) -> f32 {
  let side = i32(plan.mapSide);
  if (x < 0 || y < 0 || x >= side || y >= side) {
    return 255.0;
  }
  let at = u32(y) * plan.mapSide + u32(x);
  return f32((costMap[at >> 2u] >> (8u * (at & 3u))) & 255u);
}

@compute @workgroup_size(WG)
fn main(@builtin(workgroup_id) wg: vec3u, @builtin(local_invocation_index) lane: u32) {
  let vehicle = wg.y;
  let rollout = wg.x * WG + lane;
  if (lane < plan.steps) {
    controls[lane] = nominal[vehicle * plan.steps + lane];
  }
  workgroupBarrier();

  let v = vehicles[vehicle];
  var at = vec2f(v.x, v.y);
  var yaw = 6.2831853 * v.yaw / 40.0;
  var speed = 0.25 * v.speed;
  var cost = 0.0;
  var random = hash(plan.seed ^ hash(vehicle * plan.rollouts + rollout));
  for (var t = 0u; t < plan.steps; t++) {
    let first = hash(random);
    random = hash(first);
    let r = sqrt(-2.0 * log((f32(first >> 8u) + 1.0) * (1.0 / 16777217.0)));
    let phi = f32(random >> 8u) * (6.2831853 / 16777216.0);
    let noise = r * vec2f(cos(phi) * plan.steerSigma, sin(phi) * plan.accelSigma);
    let u = controls[t];
    let steer = clamp(u.x + noise.x, -plan.maxSteer, plan.maxSteer);
    let accel = u.y + noise.y;

    let turn = tan(steer) * speed / (2.0 + 0.02 * v.wheelbase);
    yaw += turn * plan.dt;
    speed = clamp(speed + accel * plan.dt, 0.0, 18.0);
    at += speed * plan.dt * vec2f(cos(yaw), sin(yaw));

    let lateral = abs(turn * speed);
    let p = at * plan.cellsPerMetre;
    let ground = vec2i(floor(p));
    let f = p - floor(p);
    let map = mix(mix(cell(ground.x, ground.y), cell(ground.x + 1, ground.y), f.x),
                  mix(cell(ground.x, ground.y + 1), cell(ground.x + 1, ground.y + 1), f.x), f.y);
    cost += map * map * (1.0 / 65025.0) + 0.05 * max(lateral - 4.0, 0.0);
    cost += plan.lambda * (u.x * noise.x / (plan.steerSigma * plan.steerSigma) + u.y * noise.y / (plan.accelSigma * plan.accelSigma));
  }
  cost += 0.5 * distance(at, vec2f(v.goalX, v.goalY));
  if (rollout < plan.rollouts) {
    costs[vehicle * plan.rollouts + rollout] = cost;
  }
}

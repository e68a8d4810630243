// Evacuation of many rooms at once by the social force model (Helbing, Farkas, Vicsek 2000).
// One workgroup per room, one invocation per pedestrian; a few time steps per dispatch.

const MAX_PEOPLE = 128u;
const WALLS = 6u;

const MASS = 80.0;
const REPULSION = 2000.0;    // N
const RANGE = 0.08;          // m
const BODY = 1.2e5;          // kg / s2
const FRICTION = 2.4e5;      // kg / m / s
const RELAXATION = 0.5;      // s
const MAX_SPEED = 5.0;

struct Scene {
  walls: array<vec4f, WALLS>,   // from xy to zw
  exit: vec2f,
  rooms: u32,
  steps: u32,
  dt: f32,
  desiredSpeed: f32,
}

@group(0) @binding(0) var<uniform> scene: Scene;
@group(0) @binding(1) var<storage, read> peopleIn: array<u32>;
@group(0) @binding(2) var<storage, read> radius: array<f32>;
@group(0) @binding(3) var<storage, read_write> positions: array<vec2f>;
@group(0) @binding(4) var<storage, read_write> velocities: array<vec2f>;

var<workgroup> sharedState: array<vec4f, MAX_PEOPLE>;
var<workgroup> sharedRadius: array<f32, MAX_PEOPLE>;

fn contactForce(away: vec2f, distance: f32, reach: f32, slip: vec2f) -> vec2f {
  let n = away / max(distance, 1e-4);
  let overlap = max(reach - distance, 0.0);
  let t = vec2f(-n.y, n.x);
  return (REPULSION * exp((reach - distance) / RANGE) + BODY * overlap) * n
    + FRICTION * overlap * dot(slip, t) * t;
}

@compute @workgroup_size(MAX_PEOPLE)
fn main(@builtin(workgroup_id) wg: vec3u, @builtin(local_invocation_index) me: u32) {
  if (wg.x >= scene.rooms) {
    return;
  }
  let count = min(peopleIn[wg.x], MAX_PEOPLE);
  let index = wg.x * MAX_PEOPLE + me;
  let present = me < count;

  var state = vec4f(positions[index], velocities[index]);
  let r = radius[index];
  sharedRadius[me] = r;

  for (var step = 0u; step < scene.steps; step++) {
    sharedState[me] = state;
    workgroupBarrier();

    if (present) {
      let position = state.xy;
      let velocity = state.zw;
      let toExit = scene.exit - position;
      let goal = toExit / max(length(toExit), 1e-3) * scene.desiredSpeed;
      var force = MASS * (goal - velocity) / RELAXATION;

      for (var other = 0u; other < count; other++) {
        if (other == me) {
          continue;
        }
        let o = sharedState[other];
        let away = position - o.xy;
        let d2 = dot(away, away);
        if (d2 > 4.0) {
          continue;
        }
        force += contactForce(away, sqrt(d2), r + sharedRadius[other], o.zw - velocity);
      }

      for (var w = 0u; w < WALLS; w++) {
        let a = scene.walls[w].xy;
        let ab = scene.walls[w].zw - a;
        let along = clamp(dot(position - a, ab) / dot(ab, ab), 0.0, 1.0);
        let away = position - (a + along * ab);
        force += contactForce(away, length(away), r, -velocity);
      }

      var v = velocity + force / MASS * scene.dt;
      let speed = length(v);
      if (speed > MAX_SPEED) {
        v *= MAX_SPEED / speed;
      }
      state = vec4f(position + v * scene.dt, v);
    }
    workgroupBarrier();
  }

  if (present) {
    positions[index] = state.xy;
    velocities[index] = state.zw;
  }
}

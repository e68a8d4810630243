// Crowd simulation by reciprocal collision avoidance (ORCA): each agent's neighbours forbid half-planes of velocities,
// a linear program in two dimensions picks the allowed velocity nearest to the wished one.
struct Agent { offset: vec2<f32>, velocity: vec2<f32>, wish: vec2<f32>, radius: f32, haste: f32 } // all in [0, 1)
struct Settings { width: u32, height: u32, horizon: f32, step: f32 }

@group(0) @binding(0) var<storage, read> agents: array<Agent>; // one per cell of a grid
@group(0) @binding(1) var<storage, read_write> velocities: array<vec2<f32>>;
@group(0) @binding(2) var<uniform> settings: Settings;

const MOST = 8u;

fn cross2(a: vec2<f32>, b: vec2<f32>) -> f32 {
  return a.x * b.y - a.y * b.x;
}

fn radiusOf(agent: Agent) -> f32 {
  return 0.15 + 0.2 * agent.radius;
}

@compute @workgroup_size(8, 8)
fn avoid(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= settings.width || id.y >= settings.height) {
    return;
  }
  let me = agents[id.y * settings.width + id.x];
  let velocity = 2.0 * me.velocity - 1.0;
  let speed = 0.8 + 0.6 * me.haste;
  var points: array<vec2<f32>, MOST>;
  var directions: array<vec2<f32>, MOST>;
  var count = 0u;

  for (var dy = -1; dy <= 1; dy++) {
    for (var dx = -1; dx <= 1; dx++) {
      let x = i32(id.x) + dx;
      let y = i32(id.y) + dy;
      if ((dx == 0 && dy == 0) || x < 0 || y < 0 || x >= i32(settings.width) || y >= i32(settings.height)) {
        continue;
      }
      let other = agents[u32(y) * settings.width + u32(x)];
      let away = vec2<f32>(f32(dx), f32(dy)) + other.offset - me.offset;
      let relative = velocity - (2.0 * other.velocity - 1.0);
      let radius = radiusOf(me) + radiusOf(other);
      let squared = dot(away, away);
      var direction: vec2<f32>;
      var change: vec2<f32>;
      if (squared > radius * radius) {
        let w = relative - away / settings.horizon;
        let along = dot(w, away);
        let w2 = dot(w, w);
        if (along < 0.0 && along * along > radius * radius * w2) { // the round end of the cone
          let size = sqrt(w2);
          let unit = w / max(size, 1e-6);
          direction = vec2<f32>(unit.y, -unit.x);
          change = (radius / settings.horizon - size) * unit;
        } else {
          let leg = sqrt(squared - radius * radius);
          if (cross2(away, w) > 0.0) {
            direction = vec2<f32>(away.x * leg - away.y * radius, away.x * radius + away.y * leg) / squared;
          } else {
            direction = -vec2<f32>(away.x * leg + away.y * radius, -away.x * radius + away.y * leg) / squared;
          }
          change = dot(relative, direction) * direction - relative;
        }
      } else { // already too near: apart within one step
        let w = relative - away / settings.step;
        let size = length(w);
        let unit = w / max(size, 1e-6);
        direction = vec2<f32>(unit.y, -unit.x);
        change = (radius / settings.step - size) * unit;
      }
      points[count] = velocity + 0.5 * change;
      directions[count] = direction;
      count++;
    }
  }

  let wish = 3.0 * me.wish - 1.5;
  let much = length(wish);
  var result = select(wish, wish * (speed / max(much, 1e-6)), much > speed);
  var failed = false;
  for (var i = 0u; i < count && !failed; i++) {
    let point = points[i];
    let direction = directions[i];
    if (cross2(direction, point - result) <= 0.0) {
      continue;
    }
    let b = dot(point, direction);
    let inside = b * b + speed * speed - dot(point, point);
    if (inside < 0.0) {
      failed = true;
      break;
    }
    var left = -b - sqrt(inside);
    var right = -b + sqrt(inside);
    for (var j = 0u; j < i; j++) {
      let across = cross2(direction, directions[j]);
      let above = cross2(directions[j], point - points[j]);
      if (abs(across) < 1e-5) {
        failed = failed || above < 0.0;
        continue;
      }
      if (across >= 0.0) {
        right = min(right, above / across);
      } else {
        left = max(left, above / across);
      }
    }
    failed = failed || left > right;
    if (!failed) {
      result = point + clamp(dot(direction, wish - point), left, right) * direction;
    }
  }
  if (failed) { // no velocity satisfies all: projections by turns lessen the worst
    for (var round = 0u; round < 12u; round++) {
      for (var i = 0u; i < count; i++) {
        let outside = cross2(directions[i], points[i] - result);
        if (outside > 0.0) {
          result += 0.7 * outside * vec2<f32>(-directions[i].y, directions[i].x);
        }
      }
    }
    result *= min(1.0, speed / max(length(result), 1e-6));
  }
  velocities[id.y * settings.width + id.x] = result;
}

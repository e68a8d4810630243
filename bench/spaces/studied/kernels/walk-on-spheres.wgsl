// The steady temperature of a plate with round heaters, by walks on spheres: from each point several walks jump to
// random places of the largest circle that fits until they come close to an edge, whose temperature they bring home.
struct Plate {
  size: vec2u,
  walks: u32,
  heaters: u32,
  radius: f32,
  near: f32,
  seed: u32,
}

@group(0) @binding(0) var<uniform> plate: Plate;
@group(0) @binding(1) var<storage, read> heaters: array<vec4f>;   // centre, size, temperature
@group(0) @binding(2) var<storage, read_write> temperature: array<f32>;
@group(0) @binding(3) var<storage, read_write> meanSteps: array<f32>;

var<private> state: u32;

fn random() -> f32 {
  state = state * 747796405u + 2891336453u;
  let word = ((state >> ((state >> 28u) + 4u)) ^ state) * 277803737u;
  return f32(((word >> 22u) ^ word) >> 8u) / 16777216.0;
}

// distance to the closest edge, and its temperature
fn closest(p: vec2f) -> vec2f {
  let border = min(min(p.x, 1.0 - p.x), min(p.y, 1.0 - p.y));
  var found = vec2f(border, 0.0);
  for (var i = 0u; i < plate.heaters; i++) {
    let heater = heaters[i];
    let d = distance(p, heater.xy) - plate.radius * (0.5 + heater.z);
    if (d < found.x) {
      found = vec2f(d, 100.0 * heater.w);
    }
  }
  return found;
}

@compute @workgroup_size(16, 16)
fn solve(@builtin(global_invocation_id) id: vec3u) {
  if (any(id.xy >= plate.size)) { return; }
  let index = id.y * plate.size.x + id.x;
  state = index * 9781u + plate.seed;
  let start = (vec2f(id.xy) + 0.5) / vec2f(plate.size);
  var sum = 0.0;
  var steps = 0u;
  for (var walk = 0u; walk < plate.walks; walk++) {
    var p = start;
    var edge = closest(p);
    for (var n = 0u; n < 100u && edge.x > plate.near; n++) {
      let angle = 6.2831853 * random();
      p += edge.x * vec2f(cos(angle), sin(angle));
      edge = closest(p);
      steps++;
    }
    sum += edge.y;
  }
  temperature[index] = sum / f32(plate.walks);
  meanSteps[index] = f32(steps) / f32(plate.walks);
}

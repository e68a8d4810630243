// Procedural noise from sparse kernels: every cell of a grid holds a few random impulses, each of them
// a wave under a bell. A pixel adds up those of the 3 x 3 cells around it.

struct NoiseSettings {
  size: vec2u,
  cell: f32,       // pixels per cell
  frequency: f32,
  bandwidth: f32,
  seed: u32,
}

@group(0) @binding(0) var<uniform> noise: NoiseSettings;
@group(0) @binding(1) var<storage, read_write> image: array<f32>;

fn pcg(state: ptr<function, u32>) -> u32 {
  *state = *state * 747796405u + 2891336453u;
  let word = ((*state >> ((*state >> 28u) + 4u)) ^ *state) * 277803737u;
  return (word >> 22u) ^ word;
}

fn rand01(state: ptr<function, u32>) -> f32 {
  return f32(pcg(state) >> 8u) / 16777216.0;
}

fn cellNoise(cell: vec2i, p: vec2f) -> f32 {
  var rng = (u32(cell.x) * 73856093u) ^ (u32(cell.y) * 19349663u) ^ noise.seed;
  let impulses = 1u + pcg(&rng) % 5u;
  var value = 0.0;
  for (var i = 0u; i < impulses; i++) {
    let center = vec2f(rand01(&rng), rand01(&rng));
    let weight = 2.0 * rand01(&rng) - 1.0;
    let angle = 6.2831853 * rand01(&rng);
    let d = p - center;
    let r2 = dot(d, d);
    if (r2 < 1.0) {
      let bell = exp(-noise.bandwidth * r2);
      let wave = cos(noise.frequency * dot(d, vec2f(cos(angle), sin(angle))));
      value += weight * bell * wave * (1.0 - r2);
    }
  }
  return value;
}

@compute @workgroup_size(8, 8, 1)
fn main(@builtin(global_invocation_id) gid: vec3u) {
  if (any(gid.xy >= noise.size)) {
    return;
  }
  let p = vec2f(gid.xy) / noise.cell;
  let corner = floor(p);
  let inside = p - corner;
  var sum = 0.0;
  for (var dy = -1; dy <= 1; dy++) {
    for (var dx = -1; dx <= 1; dx++) {
      sum += cellNoise(vec2i(corner) + vec2i(dx, dy), inside - vec2f(f32(dx), f32(dy)));
    }
  }
  image[gid.y * noise.size.x + gid.x] = 0.5 + 0.5 * sum;
}

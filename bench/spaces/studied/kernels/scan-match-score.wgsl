// Correlative scan matching of a lidar robot: the score of every candidate pose (x, y, heading) is the mean map
// likelihood, bilinearly interpolated, at the end points of all beams.
struct Beam { range: f32, bearing: f32 }

struct Search {
  mapWidth: u32,
  mapHeight: u32,
  steps: u32, // candidates along x and along y
  angles: u32,
  cellsPerMetre: f32,
  step: f32, // metres between candidates
  angleStep: f32,
  beams: u32,
}

@group(0) @binding(0) var<storage, read> likelihood: array<f32>;
@group(0) @binding(1) var<storage, read> scan: array<Beam>;
@group(0) @binding(2) var<uniform> search: Search;
@group(0) @binding(3) var<storage, read_write> scores: array<f32>; // angles x steps x steps

fn mapAt(cell: vec2<f32>) -> f32 {
  let limit = vec2<f32>(f32(search.mapWidth) - 1.001, f32(search.mapHeight) - 1.001);
  let inside = clamp(cell, vec2<f32>(0.0), limit);
  let corner = floor(inside);
  let part = inside - corner;
  let base = u32(corner.y) * search.mapWidth + u32(corner.x);
  let low = mix(likelihood[base], likelihood[base + 1u], part.x);
  let high = mix(likelihood[base + search.mapWidth], likelihood[base + search.mapWidth + 1u], part.x);
  return mix(low, high, part.y);
}

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= search.steps || id.y >= search.steps) {
    return;
  }
  let half = 0.5 * f32(search.steps - 1u);
  let offset = (vec2<f32>(id.xy) - half) * search.step;
  let heading = (f32(id.z) - 0.5 * f32(search.angles)) * search.angleStep;
  let centre = 0.5 * vec2<f32>(f32(search.mapWidth), f32(search.mapHeight));
  var total = 0.0;
  for (var b = 0u; b < search.beams; b++) {
    let beam = scan[b];
    let angle = beam.bearing + heading;
    let end = offset + beam.range * vec2<f32>(cos(angle), sin(angle));
    total += mapAt(centre + end * search.cellsPerMetre);
  }
  scores[(id.z * search.steps + id.y) * search.steps + id.x] = total / f32(search.beams);
}

// Gridding of non-Cartesian MRI samples with a Kaiser-Bessel window, several coils per sample.
// Sums are fixed-point, as there are no atomics for floats.
struct Trajectory {
  samples: u32,
  coils: u32,
  side: u32,
  beta: f32,
  fixedPoint: f32,
}

struct Sample {
  k: vec2f,
  phase: f32,
  compensation: f32,
}

const WIDTH = 5u;

@group(0) @binding(0) var<uniform> trajectory: Trajectory;
@group(0) @binding(1) var<storage, read> samples: array<Sample>;
@group(0) @binding(2) var<storage, read> values: array<vec2f>;
@group(0) @binding(3) var<storage, read_write> grid: array<atomic<i32>>;

fn bessel0(x: f32) -> f32 {
  if (x < 3.75) {
    let t = (x / 3.75) * (x / 3.75);
    return 1.0 + t * (3.5156229 + t * (3.0899424 + t * (1.2067492 + t * (0.2659732 + t * (0.0360768 + t * 0.0045813)))));
  }
  let u = 3.75 / x;
  return exp(x) * inverseSqrt(x) * (0.39894228 + u * (0.01328592 + u * (0.00225319 + u * (-0.00157565
    + u * (0.00916281 + u * (-0.02057706 + u * (0.02635537 + u * (-0.01647633 + u * 0.00392377))))))));
}

fn window(offset: f32) -> f32 {
  let x = 2.0 * offset / f32(WIDTH);
  return bessel0(trajectory.beta * sqrt(max(1.0 - x * x, 0.0)));
}

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= trajectory.samples) { return; }
  let s = samples[id.x];
  let side = trajectory.side;
  let place = (s.k + 0.5) * f32(side);
  let first = vec2i(ceil(place - 0.5 * f32(WIDTH)));
  var wx: array<f32, WIDTH>;
  var wy: array<f32, WIDTH>;
  let norm = 1.0 / bessel0(trajectory.beta);
  for (var i = 0u; i < WIDTH; i++) {
    let at = vec2f(first + i32(i)) - place;
    wx[i] = window(at.x) * norm;
    wy[i] = window(at.y) * norm;
  }
  let turn = vec2f(cos(6.2831853 * s.phase), sin(6.2831853 * s.phase)) * abs(s.compensation) * trajectory.fixedPoint;
  for (var coil = 0u; coil < trajectory.coils; coil++) {
    let raw = values[coil * trajectory.samples + id.x];
    let v = vec2f(raw.x * turn.x - raw.y * turn.y, raw.x * turn.y + raw.y * turn.x);
    let plane = coil * side * side;
    for (var j = 0u; j < WIDTH; j++) {
      let y = u32(first.y + i32(j) + i32(side)) % side;
      let row = v * wy[j];
      for (var i = 0u; i < WIDTH; i++) {
        let x = u32(first.x + i32(i) + i32(side)) % side;
        let at = 2u * (plane + y * side + x);
        atomicAdd(&grid[at], i32(round(row.x * wx[i])));
        atomicAdd(&grid[at + 1u], i32(round(row.y * wx[i])));
      }
    }
  }
}

// Advection of a level set on a periodic plane by a given velocity field: one Euler step, with the fifth-order WENO
// approximation of the upwind derivatives.
override WIDTH: u32;
override HEIGHT: u32;
const STEP = 0.2; // time step over mesh width

@group(0) @binding(0) var<storage, read> phi: array<f32>;
@group(0) @binding(1) var<storage, read> velocity: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read_write> next: array<f32>;

fn square(x: f32) -> f32 {
  return x * x;
}

/** Weighted combination of three third-order approximations, from five one-sided differences. */
fn weno(d0: f32, d1: f32, d2: f32, d3: f32, d4: f32) -> f32 {
  let p0 = d0 / 3.0 - 7.0 / 6.0 * d1 + 11.0 / 6.0 * d2;
  let p1 = -d1 / 6.0 + 5.0 / 6.0 * d2 + d3 / 3.0;
  let p2 = d2 / 3.0 + 5.0 / 6.0 * d3 - d4 / 6.0;
  let s0 = 13.0 / 12.0 * square(d0 - 2.0 * d1 + d2) + 0.25 * square(d0 - 4.0 * d1 + 3.0 * d2);
  let s1 = 13.0 / 12.0 * square(d1 - 2.0 * d2 + d3) + 0.25 * square(d1 - d3);
  let s2 = 13.0 / 12.0 * square(d2 - 2.0 * d3 + d4) + 0.25 * square(3.0 * d2 - 4.0 * d3 + d4);
  let most = max(max(max(abs(d0), abs(d1)), max(abs(d2), abs(d3))), abs(d4));
  let small = 1e-6 * most * most + 1e-12;
  let w0 = 0.1 / square(s0 + small);
  let w1 = 0.6 / square(s1 + small);
  let w2 = 0.3 / square(s2 + small);
  return (w0 * p0 + w1 * p1 + w2 * p2) / (w0 + w1 + w2);
}

fn alongX(x: u32, y: u32, upwind: bool) -> f32 {
  var f: array<f32, 6>;
  for (var i = 0u; i < 6u; i++) {
    // from three cells behind to two ahead, or the same mirrored
    let offset = select(WIDTH + 3u - i, WIDTH + i - 3u, upwind);
    f[i] = phi[y * WIDTH + (x + offset) % WIDTH];
  }
  let derivative = weno(f[1] - f[0], f[2] - f[1], f[3] - f[2], f[4] - f[3], f[5] - f[4]);
  return select(-derivative, derivative, upwind);
}

fn alongY(x: u32, y: u32, upwind: bool) -> f32 {
  var f: array<f32, 6>;
  for (var i = 0u; i < 6u; i++) {
    let offset = select(HEIGHT + 3u - i, HEIGHT + i - 3u, upwind);
    f[i] = phi[((y + offset) % HEIGHT) * WIDTH + x];
  }
  let derivative = weno(f[1] - f[0], f[2] - f[1], f[3] - f[2], f[4] - f[3], f[5] - f[4]);
  return select(-derivative, derivative, upwind);
}

@compute @workgroup_size(32, 4)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= WIDTH || id.y >= HEIGHT) {
    return;
  }
  let here = id.y * WIDTH + id.x;
  let flow = velocity[here];
  let slope = vec2<f32>(alongX(id.x, id.y, flow.x > 0.0), alongY(id.x, id.y, flow.y > 0.0));
  next[here] = phi[here] - STEP * dot(flow, slope);
}

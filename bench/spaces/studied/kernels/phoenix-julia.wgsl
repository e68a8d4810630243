// Ushiki's Phoenix fractal: z' = z^2 + P + Q * (the z before), from each pixel of the plane, until it escapes.
// The image holds the steps, as a shade between dark and bright.
override WIDTH: u32 = 1920;
override HEIGHT: u32 = 1080;

const STEPS = 400u;
const P = 0.56667;
const Q = -0.5;

@group(0) @binding(0) var<storage, read_write> image: array<u32>;

fn shade(steps: u32) -> u32 {
  if (steps == STEPS) {
    return 0xff000000u;
  }
  let level = min(steps * 5u, 255u);
  let cool = 255u - level;
  return 0xff000000u | (cool << 16u) | ((level / 2u + 64u) << 8u) | level;
}

@compute @workgroup_size(16, 16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= WIDTH || id.y >= HEIGHT) {
    return;
  }
  let scale = 2.6 / f32(HEIGHT);
  // The plane is turned by a quarter, so that the bird stands upright.
  var z = vec2<f32>(
    (0.5 * f32(HEIGHT) - f32(id.y)) * scale,
    (f32(id.x) - 0.5 * f32(WIDTH)) * scale,
  );
  var last = vec2<f32>(0.0);
  var steps = 0u;
  while (steps < STEPS && dot(z, z) < 16.0) {
    let next = vec2(
      z.x * z.x - z.y * z.y + P + Q * last.x,
      2.0 * z.x * z.y + Q * last.y,
    );
    last = z;
    z = next;
    steps++;
  }
  image[id.y * WIDTH + id.x] = shade(steps);
}

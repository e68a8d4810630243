// Picture of Newton's method for z^5 = 1: which root each point of the plane reaches, and after how many steps.
struct View {
  centre: vec2<f32>,
  pixel: f32,
  maxSteps: u32,
  size: vec2<u32>,
}

@group(0) @binding(0) var<storage, read_write> pixels: array<u32>;
@group(0) @binding(1) var<uniform> view: View;

fn times(a: vec2<f32>, b: vec2<f32>) -> vec2<f32> {
  return vec2<f32>(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

@compute @workgroup_size(8, 8)
fn basins(@builtin(global_invocation_id) id: vec3<u32>) {
  if (any(id.xy >= view.size)) {
    return;
  }
  var z = view.centre + view.pixel * (vec2<f32>(id.xy) - 0.5 * vec2<f32>(view.size));
  var steps = 0u;
  loop {
    if (steps >= view.maxSteps) {
      break;
    }
    let z2 = times(z, z);
    let z4 = times(z2, z2);
    let slope = 5.0 * z4;
    let value = times(z4, z) - vec2<f32>(1.0, 0.0);
    let correction = times(value, vec2<f32>(slope.x, -slope.y)) / max(dot(slope, slope), 1e-30);
    z -= correction;
    steps++;
    if (dot(correction, correction) < 1e-12) {
      break;
    }
  }
  let turn = atan2(z.y, z.x) / 6.2831853;
  let root = u32(round((turn + 1.0) * 5.0)) % 5u;
  pixels[id.y * view.size.x + id.x] = (root << 16u) | steps;
}

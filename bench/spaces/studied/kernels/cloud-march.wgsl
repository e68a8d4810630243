// Clouds by ray marching: a ray per pixel crosses a layer of fractal value noise in even steps until hardly any
// light is left; rays that miss the layer show the sky. A second sample towards the sun shades each step.
struct View { width: u32, height: u32, time: f32, cover: f32 }

@group(0) @binding(0) var<storage, read_write> picture: array<u32>;
@group(0) @binding(1) var<uniform> view: View;

const STEPS = 48u;
const BOTTOM = 1.5;
const TOP = 3.0;

fn lattice(p: vec3<i32>) -> f32 {
  let q = bitcast<vec3<u32>>(p);
  var h = q.x * 0x8da6b343u + q.y * 0xd8163841u + q.z * 0xcb1ab31fu;
  h ^= h >> 15u;
  h *= 0x2c1b3c6du;
  h ^= h >> 12u;
  return f32(h & 0xffffu) / 65535.0;
}

fn noise(p: vec3<f32>) -> f32 {
  let cell = vec3<i32>(floor(p));
  let f = fract(p);
  let s = f * f * (3.0 - 2.0 * f);
  let near = mix(
    mix(lattice(cell), lattice(cell + vec3<i32>(1, 0, 0)), s.x),
    mix(lattice(cell + vec3<i32>(0, 1, 0)), lattice(cell + vec3<i32>(1, 1, 0)), s.x),
    s.y,
  );
  let far = mix(
    mix(lattice(cell + vec3<i32>(0, 0, 1)), lattice(cell + vec3<i32>(1, 0, 1)), s.x),
    mix(lattice(cell + vec3<i32>(0, 1, 1)), lattice(cell + vec3<i32>(1, 1, 1)), s.x),
    s.y,
  );
  return mix(near, far, s.z);
}

fn density(p: vec3<f32>, octaves: u32) -> f32 {
  var at = p + vec3<f32>(view.time, 0.0, 0.3 * view.time);
  var sum = 0.0;
  var amplitude = 0.5;
  for (var i = 0u; i < octaves; i++) {
    sum += amplitude * noise(at);
    at = at * 2.03 + vec3<f32>(17.1, 3.7, 9.2);
    amplitude *= 0.5;
  }
  let middle = 1.0 - abs(2.0 * (p.y - BOTTOM) / (TOP - BOTTOM) - 1.0);
  return max(sum - view.cover, 0.0) * smoothstep(0.0, 0.4, middle) * 6.0;
}

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= view.width || id.y >= view.height) {
    return;
  }
  let size = vec2<f32>(f32(view.width), f32(view.height));
  let screen = (2.0 * (vec2<f32>(id.xy) + 0.5) - size) / size.y;
  let ray = normalize(vec3<f32>(screen.x, 0.6 - screen.y, 1.4));
  let sun = normalize(vec3<f32>(0.6, 0.5, 0.4));
  var colour = mix(vec3<f32>(0.75, 0.85, 0.95), vec3<f32>(0.2, 0.45, 0.8), clamp(ray.y, 0.0, 1.0));
  if (ray.y > 0.04) {
    let start = BOTTOM / ray.y;
    let length_ = min((TOP - BOTTOM) / ray.y, 12.0);
    let step = length_ / f32(STEPS);
    var light = vec3<f32>();
    var clear = 1.0;
    for (var i = 0u; i < STEPS; i++) {
      let p = ray * (start + (f32(i) + 0.5) * step);
      let here = density(p, 5u);
      if (here > 0.0) {
        let shade = exp(-1.5 * density(p + 0.25 * sun, 3u));
        let absorbed = 1.0 - exp(-here * step * 4.0);
        light += clear * absorbed * mix(vec3<f32>(0.45, 0.5, 0.6), vec3<f32>(1.0, 0.96, 0.9), shade);
        clear *= 1.0 - absorbed;
        if (clear < 0.02) {
          break;
        }
      }
    }
    colour = light + clear * colour;
  }
  picture[id.y * view.width + id.x] = pack4x8unorm(vec4<f32>(colour, 1.0));
}

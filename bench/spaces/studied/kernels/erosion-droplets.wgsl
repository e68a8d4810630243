// Hydraulic erosion for generated terrain: each invocation rolls one droplet downhill. Heights are those before
// the pass; what droplets take and leave is summed in fixed point, so the order of droplets does not matter.
struct Settings {
  size: u32,
  droplets: u32,
  seed: u32,
  lifetime: u32,
  inertia: f32,
  capacity: f32,
  erode: f32,
  deposit: f32,
  evaporate: f32,
  gravity: f32,
}

@group(0) @binding(0) var<uniform> s: Settings;
@group(0) @binding(1) var<storage, read> height: array<f32>;
@group(0) @binding(2) var<storage, read_write> delta: array<atomic<i32>>;

const FIXED = 65536.0;

fn pcg(v: u32) -> u32 {
  let state = v * 747796405u + 2891336453u;
  let word = ((state >> ((state >> 28u) + 4u)) ^ state) * 277803737u;
  return (word >> 22u) ^ word;
}

fn uniform01(h: u32) -> f32 { return f32(h >> 8u) / 16777216.0; }

// height and gradient, bilinear
fn sample_at(p: vec2f) -> vec3f {
  let c = vec2u(p);
  let f = p - vec2f(c);
  let i = c.y * s.size + c.x;
  let nw = height[i];
  let ne = height[i + 1u];
  let sw = height[i + s.size];
  let se = height[i + s.size + 1u];
  let gx = mix(ne - nw, se - sw, f.y);
  let gy = mix(sw - nw, se - ne, f.x);
  return vec3f(mix(mix(nw, ne, f.x), mix(sw, se, f.x), f.y), gx, gy);
}

fn add(p: vec2f, amount: f32) {
  let c = vec2u(p);
  let f = p - vec2f(c);
  let i = c.y * s.size + c.x;
  atomicAdd(&delta[i], i32(amount * (1.0 - f.x) * (1.0 - f.y) * FIXED));
  atomicAdd(&delta[i + 1u], i32(amount * f.x * (1.0 - f.y) * FIXED));
  atomicAdd(&delta[i + s.size], i32(amount * (1.0 - f.x) * f.y * FIXED));
  atomicAdd(&delta[i + s.size + 1u], i32(amount * f.x * f.y * FIXED));
}

@compute @workgroup_size(64)
fn erode(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= s.droplets) { return; }
  let h0 = pcg(id.x ^ s.seed);
  let h1 = pcg(h0);
  let limit = f32(s.size - 2u);
  var pos = vec2f(uniform01(h0), uniform01(h1)) * (limit - 1.0);
  var dir = vec2f(0.0);
  var speed = 1.0;
  var water = 1.0;
  var sediment = 0.0;

  for (var step = 0u; step < s.lifetime; step++) {
    let here = sample_at(pos);
    dir = dir * s.inertia - here.yz * (1.0 - s.inertia);
    let len = length(dir);
    if (len < 1e-5) { break; }
    dir = dir / len;
    let next = pos + dir;
    if (next.x < 0.0 || next.y < 0.0 || next.x >= limit || next.y >= limit) { break; }
    let dh = sample_at(next).x - here.x;
    let room = max(-dh, 0.01) * speed * water * s.capacity;
    if (sediment > room || dh > 0.0) {
      var left = (sediment - room) * s.deposit;
      if (dh > 0.0) { left = min(dh, sediment); }
      sediment -= left;
      add(pos, left);
    } else {
      let taken = min((room - sediment) * s.erode, -dh);
      sediment += taken;
      add(pos, -taken);
    }
    speed = sqrt(max(speed * speed - dh * s.gravity, 0.0));
    water *= 1.0 - s.evaporate;
    if (speed < 0.02) { break; }
    pos = next;
  }
}

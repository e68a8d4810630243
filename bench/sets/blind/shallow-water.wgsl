// Shallow water, one step of finite volumes with the HLL flux; a cell holds height, two momenta and the ground.
struct Grid { size: vec2<i32>, dt_over_dx: f32, gravity: f32 }
@group(0) @binding(0) var<uniform> grid: Grid;
@group(0) @binding(1) var<storage, read> now: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read_write> next: array<vec4<f32>>;

fn flux(state: vec3<f32>) -> vec3<f32> {
  let u = state.y / state.x;
  return vec3<f32>(state.y, state.y * u + 0.5 * grid.gravity * state.x * state.x, state.z * u);
}

// Flux in the direction of state.y
fn hll(left: vec3<f32>, right: vec3<f32>) -> vec3<f32> {
  let ul = left.y / left.x;
  let ur = right.y / right.x;
  let cl = sqrt(grid.gravity * left.x);
  let cr = sqrt(grid.gravity * right.x);
  let slow = min(ul - cl, ur - cr);
  let fast = max(ul + cl, ur + cr);
  if (slow >= 0.0) { return flux(left); }
  if (fast <= 0.0) { return flux(right); }
  return (fast * flux(left) - slow * flux(right) + slow * fast * (right - left)) / (fast - slow);
}

@compute @workgroup_size(32, 8)
fn advance(@builtin(global_invocation_id) gid: vec3<u32>) {
  let p = vec2<i32>(gid.xy);
  if (any(p >= grid.size)) { return; }
  let last = grid.size - 1;
  let row = p.y * grid.size.x;
  let c = now[row + p.x];
  let w = now[row + max(p.x - 1, 0)];
  let e = now[row + min(p.x + 1, last.x)];
  let s = now[max(p.y - 1, 0) * grid.size.x + p.x];
  let n = now[min(p.y + 1, last.y) * grid.size.x + p.x];
  let west = hll(w.xyz, c.xyz);
  let east = hll(c.xyz, e.xyz);
  let south = hll(s.xzy, c.xzy).xzy;
  let north = hll(c.xzy, n.xzy).xzy;
  var state = c.xyz - grid.dt_over_dx * (east - west + north - south);
  state.y -= 0.5 * grid.dt_over_dx * grid.gravity * c.x * (e.w - w.w);
  state.z -= 0.5 * grid.dt_over_dx * grid.gravity * c.x * (n.w - s.w);
  next[row + p.x] = vec4<f32>(max(state.x, 1e-4), state.yz, c.w);
}

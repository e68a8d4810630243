// Liang-Barsky: road segments of a map against the visible window (lon/lat box). Empty results are NaN-free zeros.
@group(0) @binding(0) var<uniform> window: vec4f;            // west, south, east, north
@group(0) @binding(1) var<storage, read> segs: array<vec4f>; // x0 y0 x1 y1
@group(0) @binding(2) var<storage, read_write> clipped: array<vec4f>;
@group(0) @binding(3) var<storage, read_write> state: array<u32>; // 0 outside, 1 cut, 2 whole

fn side(p: f32, q: f32, r: vec2f) -> vec2f {
  if (p == 0.0) {
    return select(r, vec2f(1.0, 0.0), q < 0.0);
  }
  let t = q / p;
  if (p < 0.0) { return vec2f(max(r.x, t), r.y); }
  return vec2f(r.x, min(r.y, t));
}

@compute @workgroup_size(128)
fn clip(@builtin(global_invocation_id) g: vec3u) {
  if (g.x >= arrayLength(&segs)) { return; }
  let s = segs[g.x];
  let d = s.zw - s.xy;
  var r = vec2f(0.0, 1.0);
  r = side(-d.x, s.x - window.x, r);
  r = side(d.x, window.z - s.x, r);
  r = side(-d.y, s.y - window.y, r);
  r = side(d.y, window.w - s.y, r);
  if (r.x > r.y) {
    clipped[g.x] = vec4f();
    state[g.x] = 0u;
    return;
  }
  clipped[g.x] = vec4f(s.xy + d * r.x, s.xy + d * r.y);
  state[g.x] = select(1u, 2u, r.x == 0.0 && r.y == 1.0);
}

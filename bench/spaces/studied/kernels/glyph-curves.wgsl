// Signed distance field of outlines made of quadratic curves. Each tile of 16 x 16 texels has a list of
// curves, given in the tile's coordinates; the sign is that of the non-zero winding rule.
struct Curve {
  a: vec2f,
  b: vec2f,
  c: vec2f,
}

struct Atlas {
  width: u32,
  height: u32,
  tiles_x: u32,
  range: f32,
}

const BATCH = 64u;

@group(0) @binding(0) var<uniform> atlas: Atlas;
@group(0) @binding(1) var<storage, read> list_starts: array<u32>;
@group(0) @binding(2) var<storage, read> list: array<u32>;
@group(0) @binding(3) var<storage, read> curves: array<Curve>;
@group(0) @binding(4) var<storage, read_write> field: array<f32>;

var<workgroup> batch: array<Curve, BATCH>;

// squared distance from p to a quadratic curve
fn distance2(p: vec2f, k: Curve) -> f32 {
  let a = k.b - k.a;
  let b = k.a - 2.0 * k.b + k.c;
  let c = a * 2.0;
  let d = k.a - p;
  let kk = 1.0 / max(dot(b, b), 1e-6);
  let kx = kk * dot(a, b);
  let ky = kk * (2.0 * dot(a, a) + dot(d, b)) / 3.0;
  let kz = kk * dot(d, a);
  let q1 = ky - kx * kx;
  let q3 = q1 * q1 * q1;
  let q = kx * (2.0 * kx * kx - 3.0 * ky) + kz;
  var h = q * q + 4.0 * q3;
  if (h >= 0.0) { // one root
    h = sqrt(h);
    let x = (vec2f(h, -h) - q) * 0.5;
    let uv = sign(x) * pow(abs(x), vec2f(1.0 / 3.0));
    let t = clamp(uv.x + uv.y - kx, 0.0, 1.0);
    let r = d + (c + b * t) * t;
    return dot(r, r);
  }
  let z = sqrt(-q1);
  let v = acos(clamp(q / (q1 * z * 2.0), -1.0, 1.0)) / 3.0;
  let m = cos(v);
  let n = sin(v) * 1.7320508;
  let t = clamp(vec2f(m + m, -n - m) * z - kx, vec2f(0.0), vec2f(1.0));
  let r0 = d + (c + b * t.x) * t.x;
  let r1 = d + (c + b * t.y) * t.y;
  return min(dot(r0, r0), dot(r1, r1));
}

// crossings of the ray from p to the right, with their directions
fn winding(p: vec2f, k: Curve) -> i32 {
  let y = vec3f(k.a.y, k.b.y, k.c.y) - p.y;
  if (all(y > vec3f(0.0)) || all(y <= vec3f(0.0))) {
    return 0;
  }
  let a = y.x - 2.0 * y.y + y.z;
  let b = y.x - y.y;
  var t: vec2f;
  if (abs(a) < 1e-5) {
    let s = y.x / (2.0 * b);
    t = vec2f(s, s);
  } else {
    let root = sqrt(max(b * b - a * y.x, 0.0));
    t = (vec2f(b) + vec2f(-root, root)) / a;
  }
  let x = vec2f(
    mix(mix(k.a.x, k.b.x, t.x), mix(k.b.x, k.c.x, t.x), t.x),
    mix(mix(k.a.x, k.b.x, t.y), mix(k.b.x, k.c.x, t.y), t.y));
  // the signs of the ends say which roots count
  let code = (0x2e74u >> (select(0u, 2u, y.x > 0.0) + select(0u, 4u, y.y > 0.0) + select(0u, 8u, y.z > 0.0))) & 3u;
  var turns = 0;
  if ((code & 1u) != 0u && x.x > p.x) {
    turns += 1;
  }
  if (code > 1u && x.y > p.x) {
    turns -= 1;
  }
  return turns;
}

@compute @workgroup_size(16, 16)
fn main(@builtin(workgroup_id) wg: vec3u,
        @builtin(local_invocation_id) lid: vec3u,
        @builtin(local_invocation_index) li: u32) {
  let tile = wg.y * atlas.tiles_x + wg.x;
  let start = list_starts[tile];
  let end = list_starts[tile + 1u];
  let p = vec2f(lid.xy) + 0.5;
  var nearest = 1e9;
  var turns = 0;

  for (var head = start; head < end; head += BATCH) {
    let n = min(BATCH, end - head);
    if (li < n) {
      batch[li] = curves[list[head + li]];
    }
    workgroupBarrier();
    for (var i = 0u; i < n; i++) {
      let k = batch[i];
      nearest = min(nearest, distance2(p, k));
      turns += winding(p, k);
    }
    workgroupBarrier();
  }

  let at = wg.xy * 16u + lid.xy;
  if (at.x < atlas.width && at.y < atlas.height) {
    let side = select(-1.0, 1.0, turns != 0);
    field[at.y * atlas.width + at.x] = clamp(0.5 + side * sqrt(nearest) / atlas.range, 0.0, 1.0);
  }
}

// Stress of straight dislocation segments in an isotropic medium at field points (Devincre's form of the Hirth-Lothe
// solution, ends regularised with a core radius). Segments pass through workgroup memory.
struct Segment { a: vec3f, pad0: f32, b: vec3f, pad1: f32, burgers: vec3f, pad2: f32 }
struct Stress { diagonal: vec4f, shear: vec4f } // xx yy zz, yz xz xy
struct Medium { points: u32, segments: u32, mu: f32, nu: f32, core: f32 }

@group(0) @binding(0) var<storage, read> segments: array<Segment>;
@group(0) @binding(1) var<storage, read> points: array<vec4f>;
@group(0) @binding(2) var<storage, read_write> stresses: array<Stress>;
@group(0) @binding(3) var<uniform> medium: Medium;

override TILE: u32 = 64u;

var<workgroup> starts: array<vec3f, TILE>;
var<workgroup> ends: array<vec3f, TILE>;
var<workgroup> burgers: array<vec3f, TILE>;

struct Pair { d: vec3f, s: vec3f }

// half of (u v^T + v u^T)
fn symmetric(u: vec3f, v: vec3f) -> Pair {
  return Pair(u * v, 0.5 * (u.yxx * v.zzy + u.zzy * v.yxx));
}

fn halfLine(r: vec3f, t: vec3f, b: vec3f, inverse: f32, core2: f32) -> Pair {
  let length = sqrt(dot(r, r) + core2);
  let along = dot(r, t);
  let rho = r - along * t;
  let y = r + length * t;
  let y2 = dot(y, y) + core2;
  let first = symmetric(cross(b, y), t);
  let second = symmetric(cross(b, t), y);
  let triple = dot(cross(b, y), t);
  let tt = symmetric(t, t);
  let ry = symmetric(rho, y);
  let yy = symmetric(y, y);
  let k = 2.0 / y2;
  let q = along / length;
  let d = vec3f(1.0) + tt.d + k * (2.0 * ry.d + q * yy.d);
  let s = tt.s + k * (2.0 * ry.s + q * yy.s);
  let half = 0.5 * inverse * triple;
  let scale = 1.0 / y2;
  return Pair(scale * (first.d - inverse * second.d - half * d), scale * (first.s - inverse * second.s - half * s));
}

@compute @workgroup_size(TILE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  let here = points[min(id.x, medium.points - 1u)].xyz;
  let inverse = 1.0 / (1.0 - medium.nu);
  let core2 = medium.core * medium.core;
  var d = vec3f();
  var s = vec3f();
  for (var base = 0u; base < medium.segments; base += TILE) {
    let take = min(TILE, medium.segments - base);
    if (lane < take) {
      starts[lane] = segments[base + lane].a;
      ends[lane] = segments[base + lane].b;
      burgers[lane] = segments[base + lane].burgers;
    }
    workgroupBarrier();
    for (var j = 0u; j < take; j++) {
      let a = starts[j];
      let e = ends[j];
      let t = normalize(e - a);
      let far = halfLine(here - e, t, burgers[j], inverse, core2);
      let near = halfLine(here - a, t, burgers[j], inverse, core2);
      d += far.d - near.d;
      s += far.s - near.s;
    }
    workgroupBarrier();
  }
  if (id.x < medium.points) {
    let scale = medium.mu * 0.31830989;
    stresses[id.x] = Stress(vec4f(scale * d, 0.0), vec4f(scale * s, 0.0));
  }
}

// Narrow phase of a physics engine: do the convex hulls of a broad-phase pair overlap? Boolean GJK,
// one pair to an invocation; hulls have different numbers of vertices.
@group(0) @binding(0) var<storage, read> hull_start: array<u32>;
@group(0) @binding(1) var<storage, read> vertices: array<vec4f>;
@group(0) @binding(2) var<storage, read> body_hull: array<u32>;
@group(0) @binding(3) var<storage, read> body_position: array<vec4f>;
@group(0) @binding(4) var<storage, read> body_rotation: array<vec4f>;
@group(0) @binding(5) var<storage, read> pairs: array<vec2u>;
@group(0) @binding(6) var<storage, read_write> touching: array<u32>;

const MAX_STEPS = 24u;

fn rotate(q: vec4f, v: vec3f) -> vec3f {
  let t = 2.0 * cross(q.xyz, v);
  return v + q.w * t + cross(q.xyz, t);
}

fn support(body: u32, dir: vec3f) -> vec3f {
  let q = normalize(body_rotation[body]);
  let hull = body_hull[body];
  let local = rotate(vec4f(-q.xyz, q.w), dir);
  var best = -1e30;
  var at = vec3f();
  for (var i = hull_start[hull]; i < hull_start[hull + 1u]; i++) {
    let p = vertices[i].xyz;
    let d = dot(p, local);
    if (d > best) {
      best = d;
      at = p;
    }
  }
  return rotate(q, at) + body_position[body].xyz;
}

fn minkowski(a: u32, b: u32, dir: vec3f) -> vec3f {
  return support(a, dir) - support(b, -dir);
}

var<private> s: array<vec3f, 4>;  // the newest point is the last
var<private> count: u32;

// Keeps the part of a triangle s[0..2] that is nearest to the origin; gives the next direction.
fn from_triangle() -> vec3f {
  let a = s[2];
  let ab = s[1] - a;
  let ac = s[0] - a;
  let n = cross(ab, ac);
  if (dot(cross(n, ac), -a) > 0.0) {
    s[1] = a;
    count = 2u;
    return cross(cross(ac, -a), ac);
  }
  if (dot(cross(ab, n), -a) > 0.0) {
    s[0] = s[1];
    s[1] = a;
    count = 2u;
    return cross(cross(ab, -a), ab);
  }
  count = 3u;
  if (dot(n, -a) > 0.0) { return n; }
  let swap = s[0];
  s[0] = s[1];
  s[1] = swap;
  return -n;
}

@compute @workgroup_size(64)
fn narrow_phase(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= arrayLength(&pairs)) { return; }
  let a = pairs[id.x].x;
  let b = pairs[id.x].y;
  var dir = body_position[b].xyz - body_position[a].xyz;
  s[0] = minkowski(a, b, dir);
  count = 1u;
  dir = -s[0];
  var hit = 0u;
  for (var step = 0u; step < MAX_STEPS; step++) {
    let p = minkowski(a, b, dir);
    if (dot(p, dir) < 0.0) { break; }
    s[count] = p;
    count++;
    if (count == 2u) {
      let ab = s[0] - p;
      dir = cross(cross(ab, -p), ab);
    } else if (count == 3u) {
      dir = from_triangle();
    } else {
      let o = -p;
      let abc = cross(s[2] - p, s[1] - p);
      let acd = cross(s[1] - p, s[0] - p);
      let adb = cross(s[0] - p, s[2] - p);
      if (dot(abc, o) < 0.0 && dot(acd, o) < 0.0 && dot(adb, o) < 0.0) {
        hit = 1u;
        break;
      }
      if (dot(abc, o) >= 0.0) {
        s[0] = s[1];
        s[1] = s[2];
      } else if (dot(adb, o) >= 0.0) {
        s[1] = s[2];
      }
      s[2] = p;
      dir = from_triangle();
    }
  }
  touching[id.x] = hit;
}

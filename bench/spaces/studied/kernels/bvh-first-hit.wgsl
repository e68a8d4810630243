// Ray casting: the first triangle that each ray of the camera meets, by a bounding volume hierarchy and a stack, shaded
// by the light of one lamp with shadows.
struct Node {
  low: vec3f,
  first: u32,   // left child (the right one is next to it), or first triangle
  high: vec3f,
  count: u32,   // of triangles; 0 for inner nodes
}

struct Triangle {
  a: vec4f,
  ab: vec4f,
  ac: vec4f,
}

struct Camera {
  position: vec3f,
  width: u32,
  forward: vec3f,
  height: u32,
  right: vec3f,
  up: vec3f,
  lamp: vec3f,
}

struct Hit {
  distance: f32,
  triangle: i32,
}

@group(0) @binding(0) var<uniform> camera: Camera;
@group(0) @binding(1) var<storage, read> nodes: array<Node>;
@group(0) @binding(2) var<storage, read> triangles: array<Triangle>;
@group(0) @binding(3) var<storage, read_write> image: array<u32>;

fn boxDistance(node: Node, origin: vec3f, inverse: vec3f, far: f32) -> f32 {
  let t0 = (node.low - origin) * inverse;
  let t1 = (node.high - origin) * inverse;
  let near3 = min(t0, t1);
  let far3 = max(t0, t1);
  let near = max(max(near3.x, near3.y), max(near3.z, 0.0));
  let end = min(min(far3.x, far3.y), min(far3.z, far));
  return select(1e30, near, near <= end);
}

fn triangleDistance(t: Triangle, origin: vec3f, direction: vec3f) -> f32 {
  let p = cross(direction, t.ac.xyz);
  let det = dot(t.ab.xyz, p);
  if (abs(det) < 1e-9) { return 1e30; }
  let inv = 1.0 / det;
  let s = origin - t.a.xyz;
  let u = dot(s, p) * inv;
  if (u < 0.0 || u > 1.0) { return 1e30; }
  let q = cross(s, t.ab.xyz);
  let v = dot(direction, q) * inv;
  if (v < 0.0 || u + v > 1.0) { return 1e30; }
  let d = dot(t.ac.xyz, q) * inv;
  return select(1e30, d, d > 1e-4);
}

fn trace(origin: vec3f, direction: vec3f, limit: f32, anyHit: bool) -> Hit {
  let inverse = 1.0 / direction;
  var hit = Hit(limit, -1);
  var stack: array<u32, 32>;
  var depth = 0u;
  var current = 0u;
  loop {
    let node = nodes[current];
    if (node.count > 0u) {
      for (var i = node.first; i < node.first + node.count; i++) {
        let d = triangleDistance(triangles[i], origin, direction);
        if (d < hit.distance) {
          hit = Hit(d, i32(i));
          if (anyHit) { return hit; }
        }
      }
    } else {
      var near = node.first;
      var far = near + 1u;
      var nearDistance = boxDistance(nodes[near], origin, inverse, hit.distance);
      var farDistance = boxDistance(nodes[far], origin, inverse, hit.distance);
      if (farDistance < nearDistance) {
        let d = nearDistance; nearDistance = farDistance; farDistance = d;
        let n = near; near = far; far = n;
      }
      if (nearDistance < 1e30) {
        if (farDistance < 1e30 && depth < 32u) {
          stack[depth] = far;
          depth++;
        }
        current = near;
        continue;
      }
    }
    if (depth == 0u) { break; }
    depth--;
    current = stack[depth];
  }
  return hit;
}

@compute @workgroup_size(8, 8)
fn render(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= camera.width || id.y >= camera.height) { return; }
  let screen = (vec2f(id.xy) + 0.5 - 0.5 * vec2f(f32(camera.width), f32(camera.height))) / f32(camera.height);
  let direction = normalize(camera.forward + screen.x * camera.right - screen.y * camera.up);
  let hit = trace(camera.position, direction, 1e29, false);
  var colour = mix(vec3f(0.9, 0.95, 1.0), vec3f(0.3, 0.5, 0.9), saturate(direction.y));
  if (hit.triangle >= 0) {
    let t = triangles[hit.triangle];
    var normal = normalize(cross(t.ab.xyz, t.ac.xyz));
    normal = select(normal, -normal, dot(normal, direction) > 0.0);
    let point = camera.position + direction * hit.distance + normal * 1e-3;
    let toLamp = camera.lamp - point;
    let far = length(toLamp);
    let l = toLamp / far;
    var light = 0.08;
    let facing = dot(normal, l);
    if (facing > 0.0) {
      let shadow = trace(point, l, far, true);
      if (shadow.triangle < 0) {
        light += 0.9 * facing;
      }
    }
    colour = vec3f(t.a.w, t.ab.w, t.ac.w) * light;
  }
  image[id.y * camera.width + id.x] = pack4x8unorm(vec4f(sqrt(colour), 1.0));
}

// Distance of each point of a scan to the nearest triangle of a coarse mesh (Ericson's closest point by regions),
// triangles in tiles; a bounding sphere spares the exact test where it cannot win.
struct Triangle {
  a: vec3<f32>,
  radius: f32,
  ab: vec3<f32>,
  index: u32,
  ac: vec3<f32>,
}

const SIZE = 128u;

@group(0) @binding(0) var<storage, read> points: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read> corners: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read> edges: array<vec4<f32>>; // two of each triangle
@group(0) @binding(3) var<storage, read_write> nearest: array<vec2<f32>>;

var<workgroup> tile: array<Triangle, SIZE>;

fn closest(p: vec3<f32>, t: Triangle) -> vec3<f32> {
  let ap = p - t.a;
  let d1 = dot(t.ab, ap);
  let d2 = dot(t.ac, ap);
  if (d1 <= 0.0 && d2 <= 0.0) {
    return t.a;
  }
  let bp = ap - t.ab;
  let d3 = dot(t.ab, bp);
  let d4 = dot(t.ac, bp);
  if (d3 >= 0.0 && d4 <= d3) {
    return t.a + t.ab;
  }
  let vc = d1 * d4 - d3 * d2;
  if (vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0) {
    return t.a + t.ab * (d1 / (d1 - d3));
  }
  let cp = ap - t.ac;
  let d5 = dot(t.ab, cp);
  let d6 = dot(t.ac, cp);
  if (d6 >= 0.0 && d5 <= d6) {
    return t.a + t.ac;
  }
  let vb = d5 * d2 - d1 * d6;
  if (vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0) {
    return t.a + t.ac * (d2 / (d2 - d6));
  }
  let va = d3 * d6 - d5 * d4;
  if (va <= 0.0 && d4 - d3 >= 0.0 && d5 - d6 >= 0.0) {
    let w = (d4 - d3) / ((d4 - d3) + (d5 - d6));
    return t.a + t.ab + (t.ac - t.ab) * w;
  }
  let scale = 1.0 / (va + vb + vc);
  return t.a + t.ab * (vb * scale) + t.ac * (vc * scale);
}

@compute @workgroup_size(SIZE)
fn distances(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
  let count = arrayLength(&corners);
  let p = points[min(id.x, arrayLength(&points) - 1u)].xyz;
  var best = 1e30;   // squared
  var reach = 1e15;
  var winner = 0u;

  for (var base = 0u; base < count; base += SIZE) {
    let mine = base + lane;
    if (mine < count) {
      let ab = edges[2u * mine].xyz;
      let ac = edges[2u * mine + 1u].xyz;
      tile[lane] = Triangle(corners[mine].xyz, max(length(ab), length(ac)), ab, mine, ac);
    }
    workgroupBarrier();

    let end = min(SIZE, count - base);
    for (var i = 0u; i < end; i++) {
      let away = p - tile[i].a;
      let limit = reach + tile[i].radius;
      if (dot(away, away) > limit * limit) {
        continue;
      }
      let d = p - closest(p, tile[i]);
      let squared = dot(d, d);
      if (squared < best) {
        best = squared;
        reach = sqrt(squared);
        winner = tile[i].index;
      }
    }
    workgroupBarrier();
  }

  if (id.x < arrayLength(&points)) {
    nearest[id.x] = vec2<f32>(reach, bitcast<f32>(winner));
  }
}

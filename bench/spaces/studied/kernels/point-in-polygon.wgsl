// Which points lie inside a polygon, by the even-odd rule: each counts the edges that a ray to its right crosses.
// A workgroup brings the edges in, 128 at a time, with their slopes.
struct Edge {
  low: f32,
  high: f32,
  x: f32,
  slope: f32,
}

override POINTS: u32;
override VERTICES: u32;
const SIZE = 128u;

@group(0) @binding(0) var<storage, read> points: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read> polygon: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read_write> inside: array<u32>;

var<workgroup> edges: array<Edge, SIZE>;

fn edge(index: u32) -> Edge {
  var a = polygon[index];
  var b = polygon[(index + 1u) % VERTICES];
  if (a.y > b.y) {
    let t = a;
    a = b;
    b = t;
  }
  if (a.y == b.y) {
    return Edge(a.y, a.y, a.x, 0.0);
  }
  return Edge(a.y, b.y, a.x, (b.x - a.x) / (b.y - a.y));
}

@compute @workgroup_size(128)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) local: u32) {
  let p = points[min(id.x, POINTS - 1u)];
  var crossings = 0u;
  for (var base = 0u; base < VERTICES; base += SIZE) {
    if (base + local < VERTICES) {
      edges[local] = edge(base + local);
    }
    workgroupBarrier();
    let count = min(SIZE, VERTICES - base);
    for (var i = 0u; i < count; i++) {
      let e = edges[i];
      if (p.y >= e.low && p.y < e.high && p.x < e.x + (p.y - e.low) * e.slope) {
        crossings++;
      }
    }
    workgroupBarrier();
  }
  if (id.x < POINTS) {
    inside[id.x] = crossings & 1u;
  }
}

enable subgroups;
// Travelling salesman, 2-opt: for each edge (i, i + 1) of the tour the best other edge (j, j + 1) to swap with.
// Cities come in tour order. One workgroup per i, so later ones have less to do.
const SIZE = 128u;

struct Tour { cities: u32 }

@group(0) @binding(0) var<uniform> tour: Tour;
@group(0) @binding(1) var<storage, read> city: array<vec2f>;
@group(0) @binding(2) var<storage, read_write> bestGain: array<f32>;
@group(0) @binding(3) var<storage, read_write> bestEdge: array<u32>;

var<workgroup> gains: array<f32, 32>;
var<workgroup> edges: array<u32, 32>;

@compute @workgroup_size(SIZE)
fn best(@builtin(workgroup_id) wg: vec3u, @builtin(local_invocation_index) t: u32,
        @builtin(subgroup_size) width: u32, @builtin(subgroup_invocation_id) lane: u32) {
  let i = wg.x;
  let a = city[i];
  let b = city[i + 1u];
  let ab = distance(a, b);
  var gain = 0.0;
  var edge = 0xffffffffu;
  for (var j = i + 2u + t; j + 1u < tour.cities; j += SIZE) {
    let c = city[j];
    let d = city[j + 1u];
    let g = ab + distance(c, d) - distance(a, c) - distance(b, d);
    if (g > gain) {
      gain = g;
      edge = j;
    }
  }

  let top = subgroupMax(gain);
  let first = subgroupMin(select(0xffffffffu, edge, gain == top));
  if (lane == 0u) {
    gains[t / width] = top;
    edges[t / width] = first;
  }
  workgroupBarrier();
  if (t == 0u) {
    var g = gains[0];
    var e = edges[0];
    for (var k = 1u; k < (SIZE + width - 1u) / width; k++) {
      if (gains[k] > g || (gains[k] == g && edges[k] < e)) {
        g = gains[k];
        e = edges[k];
      }
    }
    bestGain[i] = g;
    bestEdge[i] = e;
  }
}

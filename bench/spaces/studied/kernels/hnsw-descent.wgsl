// Search of a vector index by its proximity graph (HNSW): from an entry point on, a query steps to the nearest
// neighbour of where it is, for as long as that is nearer. One query per workgroup, one neighbour per lane.
struct Index { dimension4: u32, degree: u32, hops: u32, entry: u32 }

@group(0) @binding(0) var<storage, read> vectors: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read> links: array<u32>;
@group(0) @binding(2) var<storage, read> queries: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read_write> nearest: array<vec2<u32>>; // node and hops
@group(0) @binding(4) var<storage, read_write> distances: array<f32>;
@group(0) @binding(5) var<uniform> index: Index;

const LANES = 32u;
const MOST = 32u; // vec4s of a query

var<workgroup> query: array<vec4<f32>, MOST>;
var<workgroup> lengths: array<f32, LANES>;
var<workgroup> nodes: array<u32, LANES>;
var<workgroup> current: u32;

fn distanceTo(node: u32) -> f32 {
  let row = node * index.dimension4;
  var sum = 0.0;
  for (var k = 0u; k < index.dimension4; k++) {
    let d = vectors[row + k] - query[k];
    sum += dot(d, d);
  }
  return sum;
}

@compute @workgroup_size(LANES)
fn descend(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
  for (var k = lane; k < index.dimension4; k += LANES) {
    query[k] = queries[group.x * index.dimension4 + k];
  }
  if (lane == 0u) {
    current = index.entry;
  }
  workgroupBarrier();
  var best = distanceTo(index.entry);
  var at = index.entry;
  var hops = 0u;
  while (hops < index.hops) {
    var mine = 3.0e38;
    var node = at;
    for (var e = lane; e < index.degree; e += LANES) {
      let other = links[at * index.degree + e];
      let d = distanceTo(other);
      if (d < mine) {
        mine = d;
        node = other;
      }
    }
    lengths[lane] = mine;
    nodes[lane] = node;
    workgroupBarrier();
    for (var half = LANES / 2u; half > 0u; half /= 2u) {
      if (lane < half) {
        let d = lengths[lane + half];
        let n = nodes[lane + half];
        if (d < lengths[lane] || (d == lengths[lane] && n < nodes[lane])) {
          lengths[lane] = d;
          nodes[lane] = n;
        }
      }
      workgroupBarrier();
    }
    if (lane == 0u && lengths[0] < best) {
      best = lengths[0];
      current = nodes[0];
    }
    let next = workgroupUniformLoad(&current);
    if (next == at) {
      break;
    }
    at = next;
    hops++;
  }
  if (lane == 0u) {
    nearest[group.x] = vec2<u32>(at, hops);
    distances[group.x] = sqrt(best);
  }
}

// Single-source shortest paths: one pass over all edges of a road network that lowers the distance of
// each edge's head. Distances are read from the previous pass, so the result has no races.

struct Edge {
  tail: u32,
  head: u32,
}

@group(0) @binding(0) var<storage, read> edges: array<Edge>;
@group(0) @binding(1) var<storage, read> length: array<u32>;
@group(0) @binding(2) var<storage, read> dist: array<u32>;
@group(0) @binding(3) var<storage, read_write> newDist: array<atomic<u32>>;
@group(0) @binding(4) var<storage, read_write> improved: atomic<u32>;

const UNREACHED = 900000u;

@compute @workgroup_size(256)
fn relax(@builtin(global_invocation_id) gid: vec3<u32>,
         @builtin(num_workgroups) groups: vec3<u32>) {
  // grid-stride over the edges
  let stride = groups.x * 256u;
  for (var e = gid.x; e < arrayLength(&length); e += stride) {
    let edge = edges[e];
    let d = dist[edge.tail];
    if (d >= UNREACHED) {
      continue;
    }
    let candidate = d + length[e];
    if (candidate < dist[edge.head]) {
      atomicMin(&newDist[edge.head], candidate);
      atomicOr(&improved, 1u);
    }
  }
}

// A round of Boruvka's minimum spanning forest: every edge between two components offers itself to both. An offer
// is the complement of the edge's weight, so that zero is none at all and the greatest offer is the cheapest edge.
struct Edge { from_: u32, to: u32, weight: u32 }

@group(0) @binding(0) var<storage, read> edges: array<Edge>;
@group(0) @binding(1) var<storage, read> components: array<u32>; // of the vertices
@group(0) @binding(2) var<storage, read_write> offers: array<atomic<u32>>; // to the components

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= arrayLength(&edges)) {
    return;
  }
  let edge = edges[id.x];
  let one = components[edge.from_];
  let other = components[edge.to];
  if (one == other) {
    return;
  }
  let offer = ~edge.weight;
  atomicMax(&offers[one], offer);
  atomicMax(&offers[other], offer);
}

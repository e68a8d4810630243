// Louvain community detection, the decision of one round: each vertex adds up its edge weights by neighbouring community
// and picks the community with the largest gain of modularity.
const SLOTS = 32u;

struct Graph { vertices: u32, inverseTotal: f32 } // 1 / (2 m)

@group(0) @binding(0) var<storage, read> starts: array<u32>;
@group(0) @binding(1) var<storage, read> neighbours: array<u32>;
@group(0) @binding(2) var<storage, read> weights: array<f32>;
@group(0) @binding(3) var<storage, read> community: array<u32>;
@group(0) @binding(4) var<storage, read> strength: array<f32>; // of a vertex: the sum of its weights
@group(0) @binding(5) var<storage, read> communityStrength: array<f32>;
@group(0) @binding(6) var<storage, read_write> choice: array<u32>;
@group(0) @binding(7) var<uniform> graph: Graph;

@compute @workgroup_size(128)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let vertex = id.x;
  if (vertex >= graph.vertices) {
    return;
  }
  var seen: array<u32, SLOTS>;
  var sums: array<f32, SLOTS>;
  let own = community[vertex];
  seen[0] = own;
  sums[0] = 0.0;
  var used = 1u;

  let end = starts[vertex + 1u];
  for (var edge = starts[vertex]; edge < end; edge++) {
    let neighbour = neighbours[edge];
    if (neighbour == vertex) {
      continue;
    }
    let label = community[neighbour];
    var slot = 0u;
    while (slot < used && seen[slot] != label) {
      slot++;
    }
    if (slot == used) {
      if (used == SLOTS) {
        continue;
      }
      seen[slot] = label;
      sums[slot] = 0.0;
      used++;
    }
    sums[slot] += weights[edge];
  }

  let mine = strength[vertex];
  // Without this vertex in it, its own community is lighter.
  var best = sums[0] - mine * (communityStrength[own] - mine) * graph.inverseTotal;
  var chosen = own;
  for (var slot = 1u; slot < used; slot++) {
    let gain = sums[slot] - mine * communityStrength[seen[slot]] * graph.inverseTotal;
    if (gain > best) {
      best = gain;
      chosen = seen[slot];
    }
  }
  choice[vertex] = chosen;
}

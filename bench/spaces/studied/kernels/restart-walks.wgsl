// Random walks on a graph, as Monte Carlo estimates of personalised PageRank take them: every walker follows random
// edges from its start and stops at each node with the same probability. Where it ended and how far it went is kept.
struct Walks {
  walkers: u32,
  nodes: u32,
  stopBelow: u32, // of 2^24
  longest: u32,
  seed: u32,
}

@group(0) @binding(0) var<storage, read> rowStarts: array<u32>;
@group(0) @binding(1) var<storage, read> neighbours: array<u32>;
@group(0) @binding(2) var<storage, read_write> ends: array<u32>;
@group(0) @binding(3) var<storage, read_write> lengths: array<u32>;
@group(0) @binding(4) var<uniform> walks: Walks;

fn mixed(state: u32) -> u32 {
  let word = ((state >> ((state >> 28u) + 4u)) ^ state) * 277803737u;
  return (word >> 22u) ^ word;
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let walker = id.x;
  if (walker >= walks.walkers) {
    return;
  }
  var state = mixed(walker * 2654435769u + walks.seed);
  var node = walker % walks.nodes;
  var length = 0u;
  while (length < walks.longest) {
    state = state * 747796405u + 2891336453u;
    if ((mixed(state) >> 8u) < walks.stopBelow) {
      break;
    }
    let first = rowStarts[node];
    let degree = rowStarts[node + 1u] - first;
    state = state * 747796405u + 2891336453u;
    node = neighbours[first + mixed(state) % degree];
    length++;
  }
  ends[walker] = node;
  lengths[walker] = length;
}

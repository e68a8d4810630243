// One proposal round of heavy-edge matching, as multilevel partitioners coarsen a graph: each free vertex points at
// the free neighbour behind its heaviest edge, provided that the pair would not get heavier than allowed. Ties go to
// the edge with the larger hash, which both ends see alike. A second kernel marries those that point at each other.
const FREE = 0u;
const NOBODY = 0xffffffffu;

struct Round {
  vertices: u32,
  heaviestPair: u32,
  salt: u32,
}

@group(0) @binding(0) var<uniform> round: Round;
@group(0) @binding(1) var<storage, read> rowStart: array<u32>;
@group(0) @binding(2) var<storage, read> neighbour: array<u32>;
@group(0) @binding(3) var<storage, read> edgeWeight: array<u32>;
@group(0) @binding(4) var<storage, read> vertexWeight: array<u32>;
@group(0) @binding(5) var<storage, read> state: array<u32>;
@group(0) @binding(6) var<storage, read_write> proposal: array<u32>;
@group(0) @binding(7) var<storage, read_write> stuck: atomic<u32>;

fn edgeHash(a: u32, b: u32) -> u32 {
  var h = (min(a, b) * 0x9e3779b1u) ^ (max(a, b) * 0x85ebca77u) ^ round.salt;
  h ^= h >> 15u;
  h *= 0x2c1b3c6du;
  h ^= h >> 12u;
  return h;
}

@compute @workgroup_size(256)
fn propose(@builtin(global_invocation_id) gid: vec3<u32>) {
  let v = gid.x;
  if (v >= round.vertices) {
    return;
  }
  if (state[v] != FREE) {
    proposal[v] = NOBODY;
    return;
  }
  let mine = vertexWeight[v];
  var best = NOBODY;
  var bestWeight = 0u;
  var bestHash = 0u;
  let end = rowStart[v + 1u];
  for (var e = rowStart[v]; e < end; e++) {
    let other = neighbour[e];
    if (other == v || state[other] != FREE) {
      continue;
    }
    let weight = edgeWeight[e];
    if (best != NOBODY && weight < bestWeight) {
      continue;
    }
    if (mine + vertexWeight[other] > round.heaviestPair) {
      continue;
    }
    let hash = edgeHash(v, other);
    if (best == NOBODY || weight > bestWeight || hash > bestHash || (hash == bestHash && other < best)) {
      best = other;
      bestWeight = weight;
      bestHash = hash;
    }
  }
  proposal[v] = best;
  if (best == NOBODY) {
    atomicAdd(&stuck, 1u);
  }
}

// One round of HyperBall: the cardinality counter of each node becomes the union of those of its neighbours, and the
// size of the ball of this radius is estimated. Counters have 64 registers of 8 bits, four lanes of 16 registers.
struct Graph { nodes: u32 }

@group(0) @binding(0) var<storage, read> rowStarts: array<u32>;
@group(0) @binding(1) var<storage, read> neighbours: array<u32>;
@group(0) @binding(2) var<storage, read> before: array<vec4u>;        // [node][4]
@group(0) @binding(3) var<storage, read_write> after: array<vec4u>;
@group(0) @binding(4) var<storage, read_write> ballSize: array<f32>;
@group(0) @binding(5) var<storage, read_write> changed: atomic<u32>;
@group(0) @binding(6) var<uniform> graph: Graph;

override NODES_PER_GROUP: u32 = 32u;
var<workgroup> partial: array<vec2f, NODES_PER_GROUP * 4u>;
var<workgroup> groupChanged: atomic<u32>;

// registers are below 64: the top bit of each byte is free to borrow from
fn maxBytes(a: vec4u, b: vec4u) -> vec4u {
  let high = ((a | vec4u(0x80808080u)) - b) & vec4u(0x80808080u);
  let keep = (high - (high >> vec4u(7u))) | high;
  return (a & keep) | (b & ~keep);
}

@compute @workgroup_size(4, NODES_PER_GROUP)
fn main(@builtin(workgroup_id) wg: vec3u, @builtin(local_invocation_id) local: vec3u, @builtin(local_invocation_index) lane: u32) {
  let node = wg.x * NODES_PER_GROUP + local.y;
  if (node < graph.nodes) {
    let own = before[node * 4u + local.x] & vec4u(0x3f3f3f3fu);
    var acc = own;
    let end = rowStarts[node + 1u];
    for (var e = rowStarts[node]; e < end; e++) {
      acc = maxBytes(acc, before[neighbours[e] * 4u + local.x] & vec4u(0x3f3f3f3fu));
    }
    after[node * 4u + local.x] = acc;
    if (any(acc != own)) {
      atomicAdd(&groupChanged, 1u);
    }
    var harmonic = 0.0;
    var empty = 0.0;
    for (var w = 0u; w < 4u; w++) {
      for (var k = 0u; k < 4u; k++) {
        let rank = (acc[w] >> (8u * k)) & 255u;
        harmonic += bitcast<f32>((127u - rank) << 23u); // 2^-rank
        empty += select(0.0, 1.0, rank == 0u);
      }
    }
    partial[lane] = vec2f(harmonic, empty);
  }
  workgroupBarrier();
  if (node < graph.nodes && local.x == 0u) {
    let sum = partial[lane] + partial[lane + 1u] + partial[lane + 2u] + partial[lane + 3u];
    var estimate = 0.709 * 64.0 * 64.0 / sum.x;
    if (estimate < 160.0 && sum.y > 0.0) {
      estimate = 64.0 * log(64.0 / sum.y);
    }
    ballSize[node] = estimate;
  }
  if (lane == 0u) {
    let count = atomicLoad(&groupChanged);
    if (count > 0u) {
      atomicAdd(&changed, count);
    }
  }
}

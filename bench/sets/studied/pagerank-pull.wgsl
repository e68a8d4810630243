// One PageRank step, pull: each node sums the shares of its in-neighbours.
@group(0) @binding(0) var<storage, read> row_start: array<u32>;
@group(0) @binding(1) var<storage, read> neighbour: array<u32>;
@group(0) @binding(2) var<storage, read> share: array<f32>;
@group(0) @binding(3) var<storage, read_write> rank: array<f32>;
override NODES: u32;
const DAMPING = 0.85;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let node = id.x;
  if (node >= NODES) { return; }
  var sum = 0.0;
  let end = row_start[node + 1u];
  for (var e = row_start[node]; e < end; e++) {
    sum += share[neighbour[e]];
  }
  rank[node] = (1.0 - DAMPING) / f32(NODES) + DAMPING * sum;
}

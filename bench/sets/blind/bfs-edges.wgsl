// One level of breadth-first search over a list of edges: an edge per invocation; who reaches a node first
// claims it, and claims are counted per workgroup.
struct Edge { source: u32, sink: u32 }
@group(0) @binding(0) var<storage, read> edges: array<Edge>;
@group(0) @binding(1) var<storage, read_write> level: array<atomic<u32>>; // 0: not reached yet
@group(0) @binding(2) var<storage, read_write> discovered: atomic<u32>;
override DEPTH: u32 = 4;

var<workgroup> claims: atomic<u32>;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) gid: vec3<u32>, @builtin(local_invocation_index) lid: u32) {
  if (gid.x < arrayLength(&edges)) {
    let edge = edges[gid.x];
    if (atomicLoad(&level[edge.source]) == DEPTH && atomicLoad(&level[edge.sink]) == 0u) {
      let claim = atomicCompareExchangeWeak(&level[edge.sink], 0u, DEPTH + 1u);
      if (claim.old_value == 0u) { atomicAdd(&claims, 1u); }
    }
  }
  workgroupBarrier();
  if (lid == 0u) {
    let count = atomicLoad(&claims);
    if (count != 0u) { atomicAdd(&discovered, count); }
  }
}

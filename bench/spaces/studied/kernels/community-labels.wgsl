// Communities in a network by label propagation: each node takes the label that
// is most frequent among its neighbours, the smaller one of two that are.

const SLOTS: u32 = 12u;

@group(0) @binding(0) var<storage, read> rowStart: array<u32>;
@group(0) @binding(1) var<storage, read> neighbours: array<u32>;
@group(0) @binding(2) var<storage, read> labels: array<u32>;
@group(0) @binding(3) var<storage, read_write> newLabels: array<u32>;
@group(0) @binding(4) var<storage, read_write> changed: atomic<u32>;
@group(0) @binding(5) var<uniform> nodes: u32;

var<workgroup> changedHere: atomic<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) gid: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
  let node = gid.x;
  if (node < nodes) {
    var seen: array<u32, 12>;
    var count: array<u32, 12>;
    var used = 0u;

    let own = labels[node];
    seen[0] = own;
    count[0] = 1u;
    used = 1u;

    let end = min(rowStart[node + 1u], arrayLength(&neighbours));
    for (var e = rowStart[node]; e < end; e++) {
      let label = labels[neighbours[e]];
      var slot = 0u;
      while (slot < used && seen[slot] != label) {
        slot++;
      }
      if (slot < used) {
        count[slot]++;
      } else if (used < SLOTS) {
        seen[used] = label;
        count[used] = 1u;
        used++;
      }
    }

    var bestLabel = own;
    var bestCount = 0u;
    for (var slot = 0u; slot < used; slot++) {
      let better = count[slot] > bestCount || (count[slot] == bestCount && seen[slot] < bestLabel);
      if (better) {
        bestLabel = seen[slot];
        bestCount = count[slot];
      }
    }
    newLabels[node] = bestLabel;
    if (bestLabel != own) {
      atomicAdd(&changedHere, 1u);
    }
  }

  workgroupBarrier();
  if (lane == 0u) {
    atomicAdd(&changed, atomicLoad(&changedHere));
  }
}

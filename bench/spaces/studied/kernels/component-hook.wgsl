// One round of connected components over a list of edges: the ends' labels are taken one step towards their
// roots, and the larger root is hooked under the smaller. Counts the edges that changed something.
struct Params { edges: u32, perInvocation: u32 }

@group(0) @binding(0) var<storage, read> edges: array<vec2<u32>>;
@group(0) @binding(1) var<storage, read_write> labels: array<atomic<u32>>;
@group(0) @binding(2) var<storage, read_write> changed: atomic<u32>;
@group(0) @binding(3) var<uniform> params: Params;

var<workgroup> groupChanged: atomic<u32>;

@compute @workgroup_size(256)
fn main(
  @builtin(local_invocation_index) index: u32,
  @builtin(workgroup_id) group: vec3<u32>,
) {
  var mine = 0u;
  let first = group.x * 256u * params.perInvocation + index;
  for (var k = 0u; k < params.perInvocation; k++) {
    let e = first + k * 256u;
    if (e < params.edges) {
      let edge = edges[e];
      let a = atomicLoad(&labels[atomicLoad(&labels[edge.x])]);
      let b = atomicLoad(&labels[atomicLoad(&labels[edge.y])]);
      if (a != b) {
        let low = min(a, b);
        let old = atomicMin(&labels[max(a, b)], low);
        if (old > low) {
          mine++;
        }
      }
    }
  }
  if (mine > 0u) {
    atomicAdd(&groupChanged, mine);
  }
  workgroupBarrier();
  if (index == 0u) {
    let total = atomicLoad(&groupChanged);
    if (total > 0u) {
      atomicAdd(&changed, total);
    }
  }
}

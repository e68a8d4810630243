// One step of Floyd-Warshall: paths between all pairs of nodes that may now lead through node `via`.
struct Step { nodes: u32, via: u32 }

@group(0) @binding(0) var<storage, read> before: array<u32>;
@group(0) @binding(1) var<storage, read_write> after: array<u32>;
@group(0) @binding(2) var<uniform> path: Step;

@compute @workgroup_size(16, 16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= path.nodes || id.y >= path.nodes) {
    return;
  }
  let i = id.y * path.nodes + id.x;
  let detour = before[id.y * path.nodes + path.via] + before[path.via * path.nodes + id.x];
  after[i] = min(before[i], detour);
}

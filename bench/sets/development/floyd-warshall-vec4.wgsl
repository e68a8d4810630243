// One step of Floyd-Warshall, four destinations per invocation; a row of workgroups shares the way to `via`.
struct Step { nodes: u32, via: u32 }

@group(0) @binding(0) var<storage, read> before: array<vec4<u32>>;
@group(0) @binding(1) var<storage, read_write> after: array<vec4<u32>>;
@group(0) @binding(2) var<uniform> path: Step;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let vectors = path.nodes / 4u;
  if (id.x >= vectors) {
    return;
  }
  let there = before[id.y * vectors + path.via / 4u][path.via % 4u];
  let i = id.y * vectors + id.x;
  after[i] = min(before[i], there + before[path.via * vectors + id.x]);
}

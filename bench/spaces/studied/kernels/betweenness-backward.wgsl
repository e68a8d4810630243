// Brandes' algorithm, backward sweep: dependencies of the vertices at one depth from those one level deeper.

struct Sweep {
  vertices: u32,
  depth: u32,
}

@group(0) @binding(0) var<uniform> sweep: Sweep;
@group(0) @binding(1) var<storage, read> row_start: array<u32>;
@group(0) @binding(2) var<storage, read> neighbour: array<u32>;
@group(0) @binding(3) var<storage, read> depth: array<u32>;
@group(0) @binding(4) var<storage, read> paths: array<f32>;
@group(0) @binding(5) var<storage, read_write> dependency: array<f32>;
@group(0) @binding(6) var<storage, read_write> centrality: array<f32>;

@compute @workgroup_size(64)
fn backward(@builtin(global_invocation_id) id: vec3u) {
  let v = id.x;
  if (v >= sweep.vertices || depth[v] != sweep.depth) {
    return;
  }
  let end = row_start[v + 1u];
  var sum = 0.0;
  for (var e = row_start[v]; e < end; e++) {
    let w = neighbour[e];
    if (depth[w] == sweep.depth + 1u) {
      sum += (1.0 + dependency[w]) / paths[w];
    }
  }
  let own = sum * paths[v];
  dependency[v] = own;
  centrality[v] += own;
}

// Breadth-first search, one level from the top down: every node of the frontier marks its unvisited neighbours.
struct Search { frontier: u32, unvisited: u32 }

@group(0) @binding(0) var<storage, read> edgeStarts: array<u32>;
@group(0) @binding(1) var<storage, read> edges: array<u32>;
@group(0) @binding(2) var<storage, read> levels: array<u32>;
@group(0) @binding(3) var<storage, read_write> marks: array<atomic<u32>>;
@group(0) @binding(4) var<uniform> search: Search;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let node = id.x;
  if (node >= arrayLength(&levels) || levels[node] != search.frontier) {
    return;
  }
  let end = edgeStarts[node + 1u];
  for (var i = edgeStarts[node]; i < end; i++) {
    let neighbour = edges[i];
    if (levels[neighbour] == search.unvisited) {
      atomicStore(&marks[neighbour], 1u);
    }
  }
}

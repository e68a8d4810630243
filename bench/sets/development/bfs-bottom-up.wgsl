// Breadth-first search, one level from the bottom up: every unvisited node looks for a parent in the frontier
// and stops at the first.
struct Search { frontier: u32, unvisited: u32 }

@group(0) @binding(0) var<storage, read> edgeStarts: array<u32>;
@group(0) @binding(1) var<storage, read> edges: array<u32>;
@group(0) @binding(2) var<storage, read> levels: array<u32>;
@group(0) @binding(3) var<storage, read_write> parents: array<u32>;
@group(0) @binding(4) var<uniform> search: Search;

const NONE = 0xffffffffu;

@compute @workgroup_size(128)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let node = id.x;
  if (node >= arrayLength(&levels)) {
    return;
  }
  var parent = NONE;
  if (levels[node] == search.unvisited) {
    let end = edgeStarts[node + 1u];
    for (var i = edgeStarts[node]; i < end; i++) {
      if (levels[edges[i]] == search.frontier) {
        parent = edges[i];
        break;
      }
    }
  }
  parents[node] = parent;
}

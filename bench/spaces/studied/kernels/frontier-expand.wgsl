// One level of a breadth-first search: all neighbours of the frontier's vertices that nobody has reached are given
// their level and parent and are appended to the next frontier.
struct Queue {
  count: atomic<u32>,
  vertices: array<u32>,
}

@group(0) @binding(0) var<storage, read> rowStarts: array<u32>;
@group(0) @binding(1) var<storage, read> neighbours: array<u32>;
@group(0) @binding(2) var<storage, read> frontier: array<u32>;
@group(0) @binding(3) var<storage, read_write> levels: array<atomic<u32>>; // 0: not reached
@group(0) @binding(4) var<storage, read_write> parents: array<u32>;
@group(0) @binding(5) var<storage, read_write> next: Queue;
@group(0) @binding(6) var<uniform> level: vec2<u32>; // level of the new vertices, size of the frontier

@compute @workgroup_size(256)
fn expand(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= level.y) {
    return;
  }
  let vertex = frontier[id.x];
  let end = rowStarts[vertex + 1u];
  for (var edge = rowStarts[vertex]; edge < end; edge++) {
    let other = neighbours[edge];
    if (atomicLoad(&levels[other]) != 0u) {
      continue;
    }
    let claim = atomicCompareExchangeWeak(&levels[other], 0u, level.x);
    if (claim.exchanged) {
      parents[other] = vertex;
      next.vertices[atomicAdd(&next.count, 1u)] = other;
    }
  }
}

// Subdivision of triangle meshes: the new vertex of each edge.
// Inside: 3/8 of both ends and 1/8 of both opposite corners. On the border: the middle.

struct Counts { edges: u32, vertices: u32, pad0: u32, pad1: u32 }

@group(0) @binding(0) var<storage, read> ends: array<vec2u>;
@group(0) @binding(1) var<storage, read> wings: array<vec2u>; // a corner >= vertices: no triangle there
@group(0) @binding(2) var<storage, read> position: array<f32>;
@group(0) @binding(3) var<storage, read_write> edgePoint: array<f32>;
@group(0) @binding(4) var<uniform> counts: Counts;

fn fetch(v: u32) -> vec3f {
  let i = 3u * v;
  return vec3f(position[i], position[i + 1u], position[i + 2u]);
}

@compute @workgroup_size(64)
fn edgePoints(@builtin(global_invocation_id) gid: vec3u,
              @builtin(num_workgroups) n: vec3u) {
  let edge = gid.x + gid.y * n.x * 64u;
  if (edge >= counts.edges) { return; }

  let ab = ends[edge];
  let lr = wings[edge];
  let middle = fetch(ab.x) + fetch(ab.y);
  var p = 0.5 * middle;
  if (max(lr.x, lr.y) < counts.vertices) {
    p = 0.375 * middle + 0.125 * (fetch(lr.x) + fetch(lr.y));
  }

  edgePoint[3u * edge] = p.x;
  edgePoint[3u * edge + 1u] = p.y;
  edgePoint[3u * edge + 2u] = p.z;
}

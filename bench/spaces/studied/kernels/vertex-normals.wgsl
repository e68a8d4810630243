// Smooth normals of a triangle mesh whose vertices are ordered for locality: each vertex goes around its ring of
// neighbours, which are stored as distances in the vertex list, and adds the area-weighted normals of the triangles.
override VERTICES: u32;
const BIAS = 1024;

@group(0) @binding(0) var<storage, read> positions: array<f32>;  // x, y, z of each
@group(0) @binding(1) var<storage, read> ringStart: array<u32>;
@group(0) @binding(2) var<storage, read> ring: array<u32>;  // distance + BIAS
@group(0) @binding(3) var<storage, read_write> normals: array<vec4<f32>>;

fn position(vertex: u32) -> vec3<f32> {
  return vec3<f32>(positions[3u * vertex], positions[3u * vertex + 1u], positions[3u * vertex + 2u]);
}

fn neighbour(vertex: u32, entry: u32) -> vec3<f32> {
  let other = i32(vertex) + i32(ring[entry]) - BIAS;
  return position(u32(clamp(other, 0, i32(VERTICES) - 1)));
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let vertex = id.x;
  if (vertex >= VERTICES) {
    return;
  }
  let start = ringStart[vertex];
  let end = ringStart[vertex + 1u];
  let centre = position(vertex);

  var sum = vec3<f32>();
  var previous = neighbour(vertex, end - 1u) - centre;
  for (var entry = start; entry < end; entry++) {
    let next = neighbour(vertex, entry) - centre;
    sum += cross(previous, next);
    previous = next;
  }

  let size = length(sum);
  let normal = select(vec3<f32>(0.0, 0.0, 1.0), sum / max(size, 1e-20), size > 1e-5);
  normals[vertex] = vec4<f32>(normal, 0.5 * size);
}

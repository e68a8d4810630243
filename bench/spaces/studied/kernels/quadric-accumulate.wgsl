// Mesh simplification, first step (Garland and Heckbert): every triangle adds the quadric of its plane, weighted by
// its area, to its three corners. WebGPU has no atomics for floats, so sums go through compare-exchange.

@group(0) @binding(0) var<storage, read> positions: array<f32>;    // x y z per vertex
@group(0) @binding(1) var<storage, read> corners: array<u32>;      // three per triangle
@group(0) @binding(2) var<storage, read_write> quadrics: array<atomic<u32>>;  // ten floats per vertex

const QUADRIC = 10u;

fn position(v: u32) -> vec3<f32> {
  return vec3<f32>(positions[3u * v], positions[3u * v + 1u], positions[3u * v + 2u]);
}

fn add(at: u32, value: f32) {
  var expected = atomicLoad(&quadrics[at]);
  loop {
    let wanted = bitcast<u32>(bitcast<f32>(expected) + value);
    let result = atomicCompareExchangeWeak(&quadrics[at], expected, wanted);
    if (result.exchanged) {
      break;
    }
    expected = result.old_value;
  }
}

@compute @workgroup_size(128)
fn accumulate(@builtin(global_invocation_id) id: vec3<u32>) {
  let triangle = id.x;
  if (triangle >= arrayLength(&corners) / 3u) {
    return;
  }
  let vertices = array<u32, 3>(corners[3u * triangle], corners[3u * triangle + 1u], corners[3u * triangle + 2u]);
  let a = position(vertices[0]);
  let cross_product = cross(position(vertices[1]) - a, position(vertices[2]) - a);
  let twice_area = length(cross_product);
  if (twice_area < 1e-12) {
    return;
  }
  let n = cross_product / twice_area;
  let d = -dot(n, a);
  let w = 0.5 * twice_area / 3.0;

  for (var c = 0u; c < 3u; c++) {
    let q = vertices[c] * QUADRIC;
    add(q, w * n.x * n.x);
    add(q + 1u, w * n.x * n.y);
    add(q + 2u, w * n.x * n.z);
    add(q + 3u, w * n.x * d);
    add(q + 4u, w * n.y * n.y);
    add(q + 5u, w * n.y * n.z);
    add(q + 6u, w * n.y * d);
    add(q + 7u, w * n.z * n.z);
    add(q + 8u, w * n.z * d);
    add(q + 9u, w * d * d);
  }
}

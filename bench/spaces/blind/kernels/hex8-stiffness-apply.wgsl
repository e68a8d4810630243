// Matrix-free product y = K u for topology optimisation on a regular grid of 8-node
// bricks (SIMP). Each invocation gathers the forces on one node from the elements
// around it, so no two invocations write the same place.

struct Mesh {
  ex: u32,        // elements along x, y, z; nodes are one more
  ey: u32,
  ez: u32,
  penalty: f32,
  eMin: f32,
}

@group(0) @binding(0) var<uniform> mesh: Mesh;
@group(0) @binding(1) var<storage, read> elementK: array<f32, 576>;   // 24 x 24, unit modulus
@group(0) @binding(2) var<storage, read> density: array<f32>;
@group(0) @binding(3) var<storage, read> fixedDofs: array<u32>;       // bits 0 to 2 per node
@group(0) @binding(4) var<storage, read> u: array<f32>;
@group(0) @binding(5) var<storage, read_write> y: array<f32>;

var<workgroup> ke: array<f32, 576>;

fn nodeIndex(x: u32, y: u32, z: u32) -> u32 {
  return (z * (mesh.ey + 1u) + y) * (mesh.ex + 1u) + x;
}

@compute @workgroup_size(8, 4, 4)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  for (var i = lane; i < 576u; i += 128u) {
    ke[i] = elementK[i];
  }
  workgroupBarrier();

  if (id.x > mesh.ex || id.y > mesh.ey || id.z > mesh.ez) {
    return;
  }

  var force = vec3f(0.0);
  for (var corner = 0u; corner < 8u; corner++) {
    // The element in which this node is the corner with these offsets.
    let offset = vec3u(corner & 1u, (corner >> 1u) & 1u, corner >> 2u);
    if (any(id < offset)) {
      continue;
    }
    let e = id - offset;
    if (e.x >= mesh.ex || e.y >= mesh.ey || e.z >= mesh.ez) {
      continue;
    }
    let rho = density[(e.z * mesh.ey + e.y) * mesh.ex + e.x];
    let modulus = mesh.eMin + pow(rho, mesh.penalty) * (1.0 - mesh.eMin);

    var ue: array<f32, 24>;
    for (var n = 0u; n < 8u; n++) {
      let at = 3u * nodeIndex(e.x + (n & 1u), e.y + ((n >> 1u) & 1u), e.z + (n >> 2u));
      ue[3u * n] = u[at];
      ue[3u * n + 1u] = u[at + 1u];
      ue[3u * n + 2u] = u[at + 2u];
    }

    let row = corner * 72u;
    var fe = vec3f(0.0);
    for (var j = 0u; j < 24u; j++) {
      fe += vec3f(ke[row + j], ke[row + 24u + j], ke[row + 48u + j]) * ue[j];
    }
    force += modulus * fe;
  }

  let node = nodeIndex(id.x, id.y, id.z);
  let bits = fixedDofs[node];
  for (var d = 0u; d < 3u; d++) {
    // Supported degrees of freedom keep an identity row.
    y[3u * node + d] = select(force[d], u[3u * node + d], (bits & (1u << d)) != 0u);
  }
}

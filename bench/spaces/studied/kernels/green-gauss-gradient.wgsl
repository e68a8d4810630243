// Green-Gauss cell gradients on an unstructured tetrahedral mesh.
// neighbour >= n_cells marks a boundary face (slot in phi_wall).

struct Face {
  area : vec3<f32>,    // outward normal times area
  weight : f32,        // interpolation towards the neighbour
};

@group(0) @binding(0) var<storage, read> phi : array<f32>;
@group(0) @binding(1) var<storage, read> phi_wall : array<f32>;
@group(0) @binding(2) var<storage, read> neighbour : array<vec4<u32>>;
@group(0) @binding(3) var<storage, read> faces : array<Face>;
@group(0) @binding(4) var<storage, read> volume : array<f32>;
@group(0) @binding(5) var<storage, read_write> grad_x : array<f32>;
@group(0) @binding(6) var<storage, read_write> grad_y : array<f32>;
@group(0) @binding(7) var<storage, read_write> grad_z : array<f32>;

fn face_value(own : f32, nb : u32, w : f32, n_cells : u32) -> f32 {
  if (nb < n_cells) {
    return mix(own, phi[nb], w);
  }
  return phi_wall[nb - n_cells];
}

@compute @workgroup_size(64)
fn gradient(@builtin(global_invocation_id) gid : vec3<u32>) {
  let cell = gid.x;
  let n_cells = arrayLength(&volume);
  if (cell >= n_cells) {
    return;
  }
  let own = phi[cell];
  let nbs = neighbour[cell];
  var g = vec3<f32>(0.0, 0.0, 0.0);
  for (var f = 0u; f < 4u; f = f + 1u) {
    let face = faces[4u * cell + f];
    g = g + face.area * face_value(own, nbs[f], face.weight, n_cells);
  }
  let inv = 1.0 / volume[cell];
  grad_x[cell] = g.x * inv;
  grad_y[cell] = g.y * inv;
  grad_z[cell] = g.z * inv;
}

// Pressure in a porous block: half a sweep of over-relaxation, in place. Cells of one colour of a 3-D
// checkerboard are updated from those of the other. Faces conduct with the harmonic mean of the cells.

struct Params {
  dims: vec3u,
  color: u32,
  omega: f32,
}

@group(0) @binding(0) var<uniform> P: Params;
@group(0) @binding(1) var<storage, read> permeability: array<f32>;
@group(0) @binding(2) var<storage, read> source: array<f32>;
@group(0) @binding(3) var<storage, read_write> pressure: array<f32>;

fn index(p: vec3u) -> u32 {
  return (p.z * P.dims.y + p.y) * P.dims.x + p.x;
}

fn face(ka: f32, kb: f32) -> f32 {
  return 2.0 * ka * kb / (ka + kb);
}

@compute @workgroup_size(8, 8, 4)
fn sweep(@builtin(global_invocation_id) cell: vec3u) {
  if (any(cell >= P.dims - 1u) || any(cell == vec3u(0u))) {
    return; // the shell is held fixed
  }
  if (((cell.x + cell.y + cell.z) & 1u) != P.color) {
    return;
  }
  let i = index(cell);
  let k = permeability[i];

  let dx = 1u;
  let dy = P.dims.x;
  let dz = P.dims.x * P.dims.y;
  let w = face(k, permeability[i - dx]);
  let e = face(k, permeability[i + dx]);
  let s = face(k, permeability[i - dy]);
  let n = face(k, permeability[i + dy]);
  let b = face(k, permeability[i - dz]);
  let t = face(k, permeability[i + dz]);

  let flow = w * pressure[i - dx] + e * pressure[i + dx]
           + s * pressure[i - dy] + n * pressure[i + dy]
           + b * pressure[i - dz] + t * pressure[i + dz];
  let relaxed = (flow + source[i]) / (w + e + s + n + b + t);
  pressure[i] = mix(pressure[i], relaxed, P.omega);
}

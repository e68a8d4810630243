// A damped Jacobi sweep with the compact 27-point Laplacian, fields stored as f16, sums in f32.
// Boundary values stay as they are.
enable f16;

struct Params { nx: u32, ny: u32, nz: u32, damping: f32 }

@group(0) @binding(0) var<storage, read> u: array<f16>;
@group(0) @binding(1) var<storage, read> rhs: array<f16>;
@group(0) @binding(2) var<storage, read_write> result: array<f16>;
@group(0) @binding(3) var<uniform> params: Params;

// by how many of the three offsets are not zero: centre, faces, edges, corners (times 30)
const WEIGHTS = array<f32, 4>(-128.0, 14.0, 3.0, 1.0);

@compute @workgroup_size(32, 4, 2)
fn main(@builtin(global_invocation_id) gid: vec3<u32>) {
  if (gid.x >= params.nx || gid.y >= params.ny || gid.z >= params.nz) {
    return;
  }
  let pitch = params.nx;
  let plane = params.nx * params.ny;
  let at = gid.z * plane + gid.y * pitch + gid.x;
  let centre = u[at];
  if (gid.x == 0u || gid.y == 0u || gid.z == 0u ||
      gid.x == params.nx - 1u || gid.y == params.ny - 1u || gid.z == params.nz - 1u) {
    result[at] = centre;
    return;
  }
  var sum = 0.0;
  for (var dz = 0u; dz < 3u; dz++) {
    for (var dy = 0u; dy < 3u; dy++) {
      let outside = select(0u, 1u, dz != 1u) + select(0u, 1u, dy != 1u);
      let row = at - plane - pitch + dz * plane + dy * pitch;
      sum += WEIGHTS[outside] * f32(u[row]);
      sum += WEIGHTS[outside + 1u] * (f32(u[row - 1u]) + f32(u[row + 1u]));
    }
  }
  let residual = f32(rhs[at]) - sum / 30.0;
  result[at] = f16(f32(centre) - params.damping * residual * (30.0 / 128.0));
}

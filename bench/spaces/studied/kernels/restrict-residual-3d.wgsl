// Multigrid for the Poisson equation in 3-D: the residual of the fine grid (7-point Laplacian), restricted to the
// coarse grid by full weighting of 27 points, without storing the residual. Boundary points are zero.
override COARSE: u32 = 97u; // points along an edge, boundary included

@group(0) @binding(0) var<storage, read> solution: array<f32>;
@group(0) @binding(1) var<storage, read> rhs: array<f32>;
@group(0) @binding(2) var<storage, read_write> coarse_rhs: array<f32>;
@group(0) @binding(3) var<storage, read_write> coarse_solution: array<f32>;

fn residual(x: u32, y: u32, z: u32) -> f32 {
  let n = 2u * COARSE - 1u;
  let i = (z * n + y) * n + x;
  let h2 = f32((n - 1u) * (n - 1u));
  let around = solution[i - 1u] + solution[i + 1u]
    + solution[i - n] + solution[i + n]
    + solution[i - n * n] + solution[i + n * n];
  return rhs[i] - (6.0 * solution[i] - around) * h2;
}

@compute @workgroup_size(16, 4, 1)
fn restrict_residual(@builtin(global_invocation_id) gid: vec3<u32>) {
  let x = gid.x;
  let y = gid.y;
  let z = gid.z;
  if (x >= COARSE || y >= COARSE || z >= COARSE) {
    return;
  }
  let out = (z * COARSE + y) * COARSE + x;
  coarse_solution[out] = 0.0;
  let last = COARSE - 1u;
  if (x == 0u || y == 0u || z == 0u || x == last || y == last || z == last) {
    coarse_rhs[out] = 0.0;
    return;
  }
  var sum = 0.0;
  for (var dz = 0u; dz < 3u; dz++) {
    for (var dy = 0u; dy < 3u; dy++) {
      for (var dx = 0u; dx < 3u; dx++) {
        let far = u32(dx != 1u) + u32(dy != 1u) + u32(dz != 1u);
        let weight = 0.125 / f32(1u << far);
        sum += weight * residual(2u * x + dx - 1u, 2u * y + dy - 1u, 2u * z + dz - 1u);
      }
    }
  }
  coarse_rhs[out] = sum;
}

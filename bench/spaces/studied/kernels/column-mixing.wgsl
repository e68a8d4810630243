// Implicit vertical diffusion of a tracer in an ocean model: one invocation per
// water column, Thomas algorithm from the surface down and back up.

const LEVELS: u32 = 50u;

struct Grid {
  nx: u32,
  ny: u32,
  dt: f32,
  surfaceFlux: f32,
}

@group(0) @binding(0) var<storage, read> tracer: array<f32>;
@group(0) @binding(1) var<storage, read> diffusivity: array<f32>;
@group(0) @binding(2) var<storage, read> thickness: array<f32>;
@group(0) @binding(3) var<storage, read> bottom: array<u32>;
@group(0) @binding(4) var<storage, read_write> mixed: array<f32>;
@group(0) @binding(5) var<uniform> grid: Grid;

@compute @workgroup_size(32, 2)
fn main(@builtin(global_invocation_id) gid: vec3<u32>) {
  if (gid.x >= grid.nx || gid.y >= grid.ny) {
    return;
  }
  let column = gid.y * grid.nx + gid.x;
  let layer = grid.nx * grid.ny;
  let wet = min(bottom[column], LEVELS);
  if (wet < 2u) {
    return;  // land
  }

  var gamma: array<f32, 50>;
  var value: array<f32, 50>;

  // Forward elimination.
  var above = 0.0;
  for (var k = 0u; k < wet; k++) {
    let at = k * layer + column;
    let dz = thickness[k];
    var below = 0.0;
    if (k + 1u < wet) {
      let distance = 0.5 * (dz + thickness[k + 1u]);
      below = grid.dt * diffusivity[at] / distance;
    }
    var rhs = tracer[at] * dz;
    if (k == 0u) {
      rhs += grid.dt * grid.surfaceFlux;
      let diagonal = dz + below;
      gamma[0] = below / diagonal;
      value[0] = rhs / diagonal;
    } else {
      let diagonal = dz + above + below - above * gamma[k - 1u];
      gamma[k] = below / diagonal;
      value[k] = (rhs + above * value[k - 1u]) / diagonal;
    }
    above = below;
  }

  // Back substitution.
  var next = value[wet - 1u];
  mixed[(wet - 1u) * layer + column] = next;
  for (var k = i32(wet) - 2; k >= 0; k--) {
    next = value[k] + gamma[k] * next;
    mixed[u32(k) * layer + column] = next;
  }
}

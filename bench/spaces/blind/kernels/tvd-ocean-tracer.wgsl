// Tracer advection on an Arakawa C-grid, flux form with van Leer's limiter, forward in time. Each invocation has a
// water column and goes from the surface to the bottom, so that the flux through the floor of a cell is the one
// through the roof of the next. Cyclic in longitude, walls in the north and the south.
struct Grid {
  nx: u32,
  ny: u32,
  nz: u32,
  dt: f32,
  dy: f32,
}

@group(0) @binding(0) var<uniform> grid: Grid;
@group(0) @binding(1) var<storage, read> tracer: array<f32>;
@group(0) @binding(2) var<storage, read> u: array<f32>;          // on eastern faces
@group(0) @binding(3) var<storage, read> v: array<f32>;          // on northern faces
@group(0) @binding(4) var<storage, read> w: array<f32>;          // on upper faces, positive upwards
@group(0) @binding(5) var<storage, read> kmt: array<u32>;        // number of wet levels, more than nz where deeper
@group(0) @binding(6) var<storage, read> dx: array<f32>;         // by row
@group(0) @binding(7) var<storage, read> dz: array<f32>;         // by level
@group(0) @binding(8) var<storage, read_write> updated: array<f32>;

fn cell(i: u32, j: u32, k: u32) -> u32 {
  return (k * grid.ny + j) * grid.nx + i;
}

fn wet(i: u32, j: u32, k: u32) -> bool {
  return k < kmt[j * grid.nx + i];
}

fn east(i: u32) -> u32 {
  return select(i + 1u, 0u, i + 1u == grid.nx);
}

fn west(i: u32) -> u32 {
  return select(i - 1u, grid.nx - 1u, i == 0u);
}

// Flux through the face between b and c, in the order a b | c d along the axis.
fn faceFlux(velocity: f32, courant: f32, a: f32, b: f32, c: f32, d: f32) -> f32 {
  let jump = c - b;
  var upstream = b;
  var slope = b - a;
  if (velocity < 0.0) {
    upstream = c;
    slope = d - c;
  }
  let safe = select(jump, select(-1e-12, 1e-12, jump >= 0.0), abs(jump) < 1e-12);
  let r = slope / safe;
  let psi = (r + abs(r)) / (1.0 + abs(r));
  let correction = 0.5 * abs(velocity) * (1.0 - abs(courant)) * psi * jump;
  return velocity * upstream + correction;
}

fn fluxEast(i: u32, j: u32, k: u32) -> f32 {
  let e = east(i);
  if (!wet(i, j, k) || !wet(e, j, k)) {
    return 0.0;
  }
  let here = tracer[cell(i, j, k)];
  let there = tracer[cell(e, j, k)];
  let behind = select(here, tracer[cell(west(i), j, k)], wet(west(i), j, k));
  let beyond = select(there, tracer[cell(east(e), j, k)], wet(east(e), j, k));
  let speed = u[cell(i, j, k)];
  return faceFlux(speed, speed * grid.dt / dx[j], behind, here, there, beyond);
}

fn fluxNorth(i: u32, j: u32, k: u32) -> f32 {
  if (j + 1u >= grid.ny) {
    return 0.0;
  }
  if (!wet(i, j, k) || !wet(i, j + 1u, k)) {
    return 0.0;
  }
  let here = tracer[cell(i, j, k)];
  let there = tracer[cell(i, j + 1u, k)];
  var behind = here;
  if (j > 0u && wet(i, max(j, 1u) - 1u, k)) {
    behind = tracer[cell(i, j - 1u, k)];
  }
  var beyond = there;
  if (j + 2u < grid.ny && wet(i, min(j + 2u, grid.ny - 1u), k)) {
    beyond = tracer[cell(i, j + 2u, k)];
  }
  let speed = v[cell(i, j, k)];
  return faceFlux(speed, speed * grid.dt / grid.dy, behind, here, there, beyond);
}

@compute @workgroup_size(32, 4, 1)
fn advect(@builtin(global_invocation_id) gid: vec3<u32>) {
  let i = gid.x;
  let j = gid.y;
  if (i >= grid.nx || j >= grid.ny) {
    return;
  }
  let bottom = min(kmt[j * grid.nx + i], grid.nz);
  var roof = 0.0;      // rigid lid
  for (var k = 0u; k < bottom; k++) {
    let c = cell(i, j, k);
    var floor = 0.0;
    if (k + 1u < bottom) {
      let here = tracer[c];
      let under = tracer[cell(i, j, k + 1u)];
      var over = here;
      if (k > 0u) {
        over = tracer[cell(i, j, k - 1u)];
      }
      var deeper = under;
      if (k + 2u < bottom) {
        deeper = tracer[cell(i, j, k + 2u)];
      }
      let speed = w[cell(i, j, k + 1u)];
      floor = faceFlux(speed, speed * grid.dt / dz[k], deeper, under, here, over);
    }
    let zonal = (fluxEast(i, j, k) - fluxEast(west(i), j, k)) / dx[j];
    var south = 0.0;
    if (j > 0u) {
      south = fluxNorth(i, j - 1u, k);
    }
    let meridional = (fluxNorth(i, j, k) - south) / grid.dy;
    let vertical = (roof - floor) / dz[k];
    updated[c] = tracer[c] - grid.dt * (zonal + meridional + vertical);
    roof = floor;
  }
  for (var k = bottom; k < grid.nz; k++) {
    updated[cell(i, j, k)] = 0.0;
  }
}

// One explicit step of the shallow water equations on a periodic plane: depth and momenta by Rusanov fluxes across the
// four faces of each cell, friction at the bed.
struct Step {
  width: u32,
  height: u32,
  ratio: f32,    // time step / cell size
  gravity: f32,
  friction: f32, // per step
}

@group(0) @binding(0) var<storage, read> depth: array<f32>;
@group(0) @binding(1) var<storage, read> momentumX: array<f32>;
@group(0) @binding(2) var<storage, read> momentumY: array<f32>;
@group(0) @binding(3) var<storage, read_write> depthNext: array<f32>;
@group(0) @binding(4) var<storage, read_write> momentumXNext: array<f32>;
@group(0) @binding(5) var<storage, read_write> momentumYNext: array<f32>;
@group(0) @binding(6) var<uniform> step: Step;

fn cell(x: u32, y: u32) -> vec3<f32> {
  let at = y * step.width + x;
  return vec3<f32>(depth[at], momentumX[at], momentumY[at]);
}

fn fluxX(q: vec3<f32>) -> vec3<f32> {
  let u = q.y / q.x;
  return vec3<f32>(q.y, q.y * u + 0.5 * step.gravity * q.x * q.x, q.z * u);
}

fn fluxY(q: vec3<f32>) -> vec3<f32> {
  let v = q.z / q.x;
  return vec3<f32>(q.z, q.y * v, q.z * v + 0.5 * step.gravity * q.x * q.x);
}

fn faceX(left: vec3<f32>, right: vec3<f32>) -> vec3<f32> {
  let speed = max(abs(left.y / left.x) + sqrt(step.gravity * left.x), abs(right.y / right.x) + sqrt(step.gravity * right.x));
  return 0.5 * (fluxX(left) + fluxX(right) - speed * (right - left));
}

fn faceY(below: vec3<f32>, above: vec3<f32>) -> vec3<f32> {
  let speed = max(abs(below.z / below.x) + sqrt(step.gravity * below.x), abs(above.z / above.x) + sqrt(step.gravity * above.x));
  return 0.5 * (fluxY(below) + fluxY(above) - speed * (above - below));
}

@compute @workgroup_size(16, 16)
fn advance(@builtin(global_invocation_id) id: vec3<u32>) {
  let x = id.x;
  let y = id.y;
  if (x >= step.width || y >= step.height) {
    return;
  }
  let west = select(x - 1u, step.width - 1u, x == 0u);
  let east = select(x + 1u, 0u, x + 1u == step.width);
  let south = select(y - 1u, step.height - 1u, y == 0u);
  let north = select(y + 1u, 0u, y + 1u == step.height);
  let here = cell(x, y);
  let inX = faceX(cell(west, y), here);
  let outX = faceX(here, cell(east, y));
  let inY = faceY(cell(x, south), here);
  let outY = faceY(here, cell(x, north));
  let next = here + step.ratio * (inX - outX + inY - outY);
  let speed = length(next.yz) / next.x;
  let drag = 1.0 / (1.0 + step.friction * speed / next.x);
  let at = y * step.width + x;
  depthNext[at] = next.x;
  momentumXNext[at] = next.y * drag;
  momentumYNext[at] = next.z * drag;
}

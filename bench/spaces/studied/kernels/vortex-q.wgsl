// Smoke simulation: where the air turns more than it shears (the Q criterion), from fourth-order differences of
// the three components of the velocity. Cells within two of the border stay as they are.
struct Box { width: u32, height: u32, depth: u32, perCell: f32 }

@group(0) @binding(0) var<storage, read> u: array<f32>;
@group(0) @binding(1) var<storage, read> v: array<f32>;
@group(0) @binding(2) var<storage, read> w: array<f32>;
@group(0) @binding(3) var<storage, read_write> q: array<f32>;
@group(0) @binding(4) var<uniform> box: Box;

@compute @workgroup_size(32, 4)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x < 2u || id.y < 2u || id.z < 2u || id.x + 2u >= box.width || id.y + 2u >= box.height || id.z + 2u >= box.depth) {
    return;
  }
  let dx = 1u;
  let dy = box.width;
  let dz = box.width * box.height;
  let c = id.x + id.y * dy + id.z * dz;

  let ux = (u[c - 2u * dx] - u[c + 2u * dx] + 8.0 * (u[c + dx] - u[c - dx])) * box.perCell;
  let uy = (u[c - 2u * dy] - u[c + 2u * dy] + 8.0 * (u[c + dy] - u[c - dy])) * box.perCell;
  let uz = (u[c - 2u * dz] - u[c + 2u * dz] + 8.0 * (u[c + dz] - u[c - dz])) * box.perCell;
  let vx = (v[c - 2u * dx] - v[c + 2u * dx] + 8.0 * (v[c + dx] - v[c - dx])) * box.perCell;
  let vy = (v[c - 2u * dy] - v[c + 2u * dy] + 8.0 * (v[c + dy] - v[c - dy])) * box.perCell;
  let vz = (v[c - 2u * dz] - v[c + 2u * dz] + 8.0 * (v[c + dz] - v[c - dz])) * box.perCell;
  let wx = (w[c - 2u * dx] - w[c + 2u * dx] + 8.0 * (w[c + dx] - w[c - dx])) * box.perCell;
  let wy = (w[c - 2u * dy] - w[c + 2u * dy] + 8.0 * (w[c + dy] - w[c - dy])) * box.perCell;
  let wz = (w[c - 2u * dz] - w[c + 2u * dz] + 8.0 * (w[c + dz] - w[c - dz])) * box.perCell;

  q[c] = -0.5 * (ux * ux + vy * vy + wz * wz) - uy * vx - uz * wx - vz * wy;
}

// One time step of the acoustic wave equation: second order in time, eighth order in space, so the Laplacian
// takes 25 points. `speed` holds (c dt / h)^2 of each cell. The outer four layers stay as they are.
@group(0) @binding(0) var<storage, read> now: array<f32>;
@group(0) @binding(1) var<storage, read> before: array<f32>;
@group(0) @binding(2) var<storage, read> speed: array<f32>;
@group(0) @binding(3) var<storage, read_write> after: array<f32>;

override NX: u32;
override NY: u32;
override NZ: u32;

const C0 = -205.0 / 72.0;
const C1 = 8.0 / 5.0;
const C2 = -1.0 / 5.0;
const C3 = 8.0 / 315.0;
const C4 = -1.0 / 560.0;

@compute @workgroup_size(32, 4, 1)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x < 4u || id.x + 4u >= NX || id.y < 4u || id.y + 4u >= NY || id.z < 4u || id.z + 4u >= NZ) {
    return;
  }
  let row = NX;
  let plane = NX * NY;
  let i = id.z * plane + id.y * row + id.x;

  let centre = now[i];
  var laplacian = 3.0 * C0 * centre;
  laplacian += C1 * (now[i - 1u] + now[i + 1u]);
  laplacian += C2 * (now[i - 2u] + now[i + 2u]);
  laplacian += C3 * (now[i - 3u] + now[i + 3u]);
  laplacian += C4 * (now[i - 4u] + now[i + 4u]);
  laplacian += C1 * (now[i - row] + now[i + row]);
  laplacian += C2 * (now[i - 2u * row] + now[i + 2u * row]);
  laplacian += C3 * (now[i - 3u * row] + now[i + 3u * row]);
  laplacian += C4 * (now[i - 4u * row] + now[i + 4u * row]);
  laplacian += C1 * (now[i - plane] + now[i + plane]);
  laplacian += C2 * (now[i - 2u * plane] + now[i + 2u * plane]);
  laplacian += C3 * (now[i - 3u * plane] + now[i + 3u * plane]);
  laplacian += C4 * (now[i - 4u * plane] + now[i + 4u * plane]);

  after[i] = 2.0 * centre - before[i] + speed[i] * laplacian;
}

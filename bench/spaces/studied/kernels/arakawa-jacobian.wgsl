// Barotropic ocean model: one forward step of vorticity with Arakawa's Jacobian, which keeps energy and
// enstrophy, on a doubly periodic grid. Both fields are staged with a halo in workgroup memory.
struct Params {
  nx: u32,
  ny: u32,
  rdx2: f32,     // 1 / (12 dx^2)
  dt: f32,
  beta: f32,     // beta / (2 dx)
  drag: f32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> psi: array<f32>;
@group(0) @binding(2) var<storage, read> zeta: array<f32>;
@group(0) @binding(3) var<storage, read_write> zetaNext: array<f32>;

const W = 32;
const H = 8;
const PITCH = W + 2;

var<workgroup> p: array<f32, PITCH * (H + 2)>;
var<workgroup> z: array<f32, PITCH * (H + 2)>;

@compute @workgroup_size(W, H)
fn step(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(local_invocation_id) local: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let origin = vec2<u32>(group.x * u32(W), group.y * u32(H));
  for (var t = lane; t < u32(PITCH * (H + 2)); t += u32(W * H)) {
    let x = (origin.x + t % u32(PITCH) + params.nx - 1u) % params.nx;
    let y = (origin.y + t / u32(PITCH) + params.ny - 1u) % params.ny;
    let at = y * params.nx + x;
    p[t] = psi[at];
    z[t] = zeta[at];
  }
  workgroupBarrier();

  let gx = origin.x + local.x;
  let gy = origin.y + local.y;
  if (gx >= params.nx || gy >= params.ny) {
    return;
  }
  let c = (i32(local.y) + 1) * PITCH + i32(local.x) + 1;
  let e = c + 1;
  let w = c - 1;
  let n = c + PITCH;
  let s = c - PITCH;

  let plusPlus = (p[e] - p[w]) * (z[n] - z[s]) - (p[n] - p[s]) * (z[e] - z[w]);
  let plusCross = p[e] * (z[n + 1] - z[s + 1]) - p[w] * (z[n - 1] - z[s - 1])
    - p[n] * (z[n + 1] - z[n - 1]) + p[s] * (z[s + 1] - z[s - 1]);
  let crossPlus = z[n] * (p[n + 1] - p[n - 1]) - z[s] * (p[s + 1] - p[s - 1])
    - z[e] * (p[n + 1] - p[s + 1]) + z[w] * (p[n - 1] - p[s - 1]);
  let jacobian = (plusPlus + plusCross + crossPlus) * params.rdx2;

  let tendency = -jacobian - params.beta * (p[e] - p[w]) - params.drag * z[c];
  zetaNext[gy * params.nx + gx] = z[c] + params.dt * tendency;
}

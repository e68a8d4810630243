// One step of the 2D Burgers equations for (u, v) by finite volumes: minmod-limited slopes (MUSCL) and
// Rusanov fluxes, periodic in both directions. A tile with two cells of halo is kept in workgroup memory.
struct Params { width: u32, height: u32, dtdx: f32, dtdy: f32 }

@group(0) @binding(0) var<storage, read> before: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read_write> after: array<vec2<f32>>;
@group(0) @binding(2) var<uniform> params: Params;

const TILE = 16u;
const HALO = 2u;
const SIDE = TILE + 2u * HALO;

var<workgroup> cells: array<vec2<f32>, SIDE * SIDE>;

fn minmod(a: vec2<f32>, b: vec2<f32>) -> vec2<f32> {
  let m = sign(a) * min(abs(a), abs(b));
  return select(vec2<f32>(0.0), m, a * b > vec2<f32>(0.0));
}

// the flux through the face between b and c, of a b | c d along the axis
fn faceFlux(a: vec2<f32>, b: vec2<f32>, c: vec2<f32>, d: vec2<f32>, axis: u32) -> vec2<f32> {
  let left = b + 0.5 * minmod(b - a, c - b);
  let right = c - 0.5 * minmod(c - b, d - c);
  let fl = 0.5 * left[axis] * left;
  let fr = 0.5 * right[axis] * right;
  let speed = max(abs(left[axis]), abs(right[axis]));
  return 0.5 * (fl + fr) - 0.5 * speed * (right - left);
}

@compute @workgroup_size(16, 16)
fn main(
  @builtin(global_invocation_id) gid: vec3<u32>,
  @builtin(local_invocation_id) lid: vec3<u32>,
  @builtin(local_invocation_index) index: u32,
  @builtin(workgroup_id) group: vec3<u32>,
) {
  for (var k = index; k < SIDE * SIDE; k += TILE * TILE) {
    let x = (group.x * TILE + k % SIDE + params.width - HALO) % params.width;
    let y = (group.y * TILE + k / SIDE + params.height - HALO) % params.height;
    cells[k] = before[y * params.width + x];
  }
  workgroupBarrier();

  if (gid.x >= params.width || gid.y >= params.height) {
    return;
  }
  let at = (lid.y + HALO) * SIDE + lid.x + HALO;
  let c = cells[at];
  let w = cells[at - 1u];
  let ww = cells[at - 2u];
  let e = cells[at + 1u];
  let ee = cells[at + 2u];
  let s = cells[at - SIDE];
  let ss = cells[at - 2u * SIDE];
  let n = cells[at + SIDE];
  let nn = cells[at + 2u * SIDE];
  let dx = faceFlux(w, c, e, ee, 0u) - faceFlux(ww, w, c, e, 0u);
  let dy = faceFlux(s, c, n, nn, 1u) - faceFlux(ss, s, c, n, 1u);
  after[gid.y * params.width + gid.x] = c - params.dtdx * dx - params.dtdy * dy;
}

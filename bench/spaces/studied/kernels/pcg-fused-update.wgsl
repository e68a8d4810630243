// Preconditioned conjugate gradients, second half of an iteration in one pass:
//   x += alpha p,  r -= alpha q,  z = M^-1 r,  partial sums of (r.z, r.r)
alias Vec = array<vec4f>;

struct Scalars { rho: f32, pq: f32, count4: u32, pad: u32 }

@group(0) @binding(0) var<storage, read_write> x: Vec;
@group(0) @binding(1) var<storage, read_write> r: Vec;
@group(0) @binding(2) var<storage, read> p: Vec;
@group(0) @binding(3) var<storage, read> q: Vec;
@group(0) @binding(4) var<storage, read> inverseDiagonal: Vec;
@group(0) @binding(5) var<storage, read_write> z: Vec;
@group(0) @binding(6) var<storage, read_write> partials: array<vec2f>;
@group(0) @binding(7) var<uniform> scalars: Scalars;

const LANES = 256u;
const PER_LANE = 2u;
var<workgroup> sums: array<vec2f, LANES>;

@compute @workgroup_size(LANES)
fn update(@builtin(local_invocation_index) lane: u32, @builtin(workgroup_id) group: vec3u) {
  let alpha = scalars.rho / scalars.pq;
  var mine = vec2f();
  for (var k = 0u; k < PER_LANE; k++) {
    let i = (group.x * PER_LANE + k) * LANES + lane;
    if (i < scalars.count4) {
      x[i] = fma(vec4f(alpha), p[i], x[i]);
      let rNew = fma(vec4f(-alpha), q[i], r[i]);
      r[i] = rNew;
      let zNew = rNew * inverseDiagonal[i];
      z[i] = zNew;
      mine += vec2f(dot(rNew, zNew), dot(rNew, rNew));
    }
  }
  sums[lane] = mine;
  workgroupBarrier();
  for (var s = LANES / 2u; s > 0u; s >>= 1u) {
    if (lane < s) { sums[lane] += sums[lane + s]; }
    workgroupBarrier();
  }
  if (lane == 0u) { partials[group.x] = sums[0]; }
}

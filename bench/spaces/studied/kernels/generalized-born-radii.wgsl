// Effective Born radii by pairwise descreening (HCT integrals, OBC-II rescaling), all pairs in tiles.
override TILE: u32 = 64u;

struct Solvent {
  atoms: u32,
  offset: f32,
  alpha: f32,
  beta: f32,
  gamma: f32,
}

@group(0) @binding(0) var<uniform> solvent: Solvent;
@group(0) @binding(1) var<storage, read> positions: array<vec4f>;
@group(0) @binding(2) var<storage, read> radii: array<vec2f>;   // intrinsic radius, screening factor
@group(0) @binding(3) var<storage, read_write> born: array<f32>;
@group(0) @binding(4) var<storage, read_write> chain: array<f32>;

var<workgroup> others: array<vec4f, TILE>;

@compute @workgroup_size(TILE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  let me = min(id.x, solvent.atoms - 1u);
  let place = positions[me].xyz;
  let intrinsic = radii[me].x;
  let rho = intrinsic - solvent.offset;
  let invRho = 1.0 / rho;
  var sum = 0.0;
  for (var start = 0u; start < solvent.atoms; start += TILE) {
    let other = start + lane;
    var entry = vec4f(1e6, 1e6, 1e6, 0.0);
    if (other < solvent.atoms) {
      let r = radii[other];
      entry = vec4f(positions[other].xyz, (r.x - solvent.offset) * r.y);
    }
    others[lane] = entry;
    workgroupBarrier();
    for (var j = 0u; j < TILE; j++) {
      let o = others[j];
      let delta = o.xyz - place;
      let r2 = dot(delta, delta);
      if (r2 < 625.0 && start + j != me) {
        let invR = inverseSqrt(r2);
        let r = r2 * invR;
        let upper = r + o.w;
        if (rho < upper) {
          let lower = max(rho, abs(r - o.w));
          let invL = 1.0 / lower;
          let invU = 1.0 / upper;
          let l2 = invL * invL;
          let u2 = invU * invU;
          var term = invL - invU + 0.25 * (r - o.w * o.w * invR) * (u2 - l2) + 0.5 * invR * log(invU * lower);
          if (rho < o.w - r) { term += 2.0 * (invRho - invL); }
          sum += term;
        }
      }
    }
    workgroupBarrier();
  }
  if (id.x < solvent.atoms) {
    let psi = 0.5 * sum * rho;
    let poly = psi * (solvent.alpha - psi * (solvent.beta - psi * solvent.gamma));
    let th = tanh(poly);
    let radius = 1.0 / (invRho - th / intrinsic);
    born[id.x] = radius;
    chain[id.x] = radius * radius * (1.0 - th * th) * rho / intrinsic
      * (solvent.alpha - psi * (2.0 * solvent.beta - 3.0 * psi * solvent.gamma));
  }
}

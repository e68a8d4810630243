// Least root-mean-square deviation of every frame of a molecular trajectory from a reference structure
// (Theobald's quaternion characteristic polynomial). One workgroup per frame; the reference is centred.
struct Selection {
  atoms: u32,
  frames: u32,
  reference_norm: f32,   // sum of squares of the reference
}

@group(0) @binding(0) var<uniform> selection: Selection;
@group(0) @binding(1) var<storage, read> reference_xyz: array<f32>;
@group(0) @binding(2) var<storage, read> trajectory: array<f32>;
@group(0) @binding(3) var<storage, read_write> rmsd: array<f32>;

override WG: u32 = 64;
const SUMS = 13u;   // 9 of the inner product, 3 of the centre, 1 of squares

var<workgroup> partial: array<f32, SUMS * WG>;

@compute @workgroup_size(WG)
fn frame_rmsd(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let frame = group.x;
  let atoms = selection.atoms;
  var xx = vec3f();
  var yy = vec3f();
  var zz = vec3f();
  var centre = vec3f();
  var squares = 0.0;
  for (var a = lane; a < atoms; a += WG) {
    let at = 3u * (frame * atoms + a);
    let p = vec3f(trajectory[at], trajectory[at + 1u], trajectory[at + 2u]);
    let r = vec3f(reference_xyz[3u * a], reference_xyz[3u * a + 1u], reference_xyz[3u * a + 2u]);
    xx += p.x * r;
    yy += p.y * r;
    zz += p.z * r;
    centre += p;
    squares += dot(p, p);
  }
  let mine = array<f32, 13>(xx.x, xx.y, xx.z, yy.x, yy.y, yy.z, zz.x, zz.y, zz.z, centre.x, centre.y, centre.z, squares);
  for (var k = 0u; k < SUMS; k++) {
    partial[k * WG + lane] = mine[k];
  }
  workgroupBarrier();

  for (var half = WG / 2u; half > 0u; half /= 2u) {
    if (lane < half) {
      for (var k = 0u; k < SUMS; k++) {
        partial[k * WG + lane] += partial[k * WG + lane + half];
      }
    }
    workgroupBarrier();
  }
  if (lane != 0u) { return; }

  let sxx = partial[0];
  let sxy = partial[WG];
  let sxz = partial[2u * WG];
  let syx = partial[3u * WG];
  let syy = partial[4u * WG];
  let syz = partial[5u * WG];
  let szx = partial[6u * WG];
  let szy = partial[7u * WG];
  let szz = partial[8u * WG];
  let mean = vec3f(partial[9u * WG], partial[10u * WG], partial[11u * WG]) / f32(atoms);
  let norm = partial[12u * WG] - f32(atoms) * dot(mean, mean);
  let e0 = 0.5 * (norm + selection.reference_norm);

  // coefficients of the polynomial of the key matrix, λ⁴ + c2 λ² + c1 λ + c0
  let c2 = -2.0 * (sxx * sxx + sxy * sxy + sxz * sxz + syx * syx + syy * syy + syz * syz + szx * szx + szy * szy + szz * szz);
  let c1 = 8.0 * (sxx * syz * szy + syy * szx * sxz + szz * sxy * syx - sxx * syy * szz - syz * szx * sxy - szy * syx * sxz);
  let d = sxy * sxy + sxz * sxz - syx * syx - szx * szx;
  let s2 = syy * syy + szz * szz + syz * syz + szy * szy - sxx * sxx;
  let t2 = 2.0 * (syy * szz - syz * szy);
  let c0 = d * d + (s2 + t2) * (s2 - t2)
    + (-(sxz + szx) * (syz - szy) + (sxy - syx) * (sxx - syy - szz)) * (-(sxz - szx) * (syz + szy) + (sxy - syx) * (sxx - syy + szz))
    + (-(sxz + szx) * (syz + szy) - (sxy + syx) * (sxx + syy - szz)) * (-(sxz - szx) * (syz - szy) - (sxy + syx) * (sxx + syy + szz))
    + ((sxy + syx) * (syz + szy) + (sxz + szx) * (sxx - syy + szz)) * (-(sxy - syx) * (syz - szy) + (sxz + szx) * (sxx + syy + szz))
    + ((sxy + syx) * (syz - szy) + (sxz - szx) * (sxx - syy - szz)) * (-(sxy - syx) * (syz + szy) + (sxz - szx) * (sxx + syy - szz));

  var lambda = e0;
  for (var i = 0; i < 50; i++) {
    let old = lambda;
    let x2 = lambda * lambda;
    let b = (x2 + c2) * lambda;
    let a = b + c1;
    lambda -= (a * lambda + c0) / (2.0 * x2 * lambda + b + a);
    if (abs(lambda - old) < abs(1e-6 * lambda)) { break; }
  }
  rmsd[frame] = sqrt(max(2.0 * (e0 - lambda) / f32(atoms), 0.0));
}

// Forces of proper dihedrals in a molecular-dynamics code: four gathered atoms each, forces added in fixed point.
struct Torsion { a: u32, b: u32, c: u32, d: u32, kind: u32 } // atoms counted from the first one of the residue
struct Kind { barrier: f32, phase: f32, periodicity: f32, scale: f32 }

@group(0) @binding(0) var<storage, read> positions: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read> torsions: array<Torsion>;
@group(0) @binding(2) var<storage, read> kinds: array<Kind>;
@group(0) @binding(3) var<storage, read_write> forces: array<atomic<i32>>;
@group(0) @binding(4) var<storage, read_write> energies: array<f32>;

override PER_RESIDUE: u32 = 32;
override STRIDE: u32 = 16;
override BOX: f32 = 20.0;
const FIXED = 65536.0;

fn nearestImage(d: vec3<f32>) -> vec3<f32> {
  return d - BOX * round(d / BOX);
}

fn addForce(atom: u32, f: vec3<f32>) {
  let v = vec3<i32>(clamp(f, vec3<f32>(-1000.0), vec3<f32>(1000.0)) * FIXED);
  atomicAdd(&forces[3u * atom], v.x);
  atomicAdd(&forces[3u * atom + 1u], v.y);
  atomicAdd(&forces[3u * atom + 2u], v.z);
}

@compute @workgroup_size(128)
fn torsionForces(@builtin(global_invocation_id) id: vec3<u32>) {
  let t = id.x;
  if (t >= arrayLength(&torsions)) {
    return;
  }
  let torsion = torsions[t];
  let base = t / PER_RESIDUE * STRIDE;
  let last = arrayLength(&positions) - 1u;
  let i = min(base + torsion.a, last);
  let j = min(base + torsion.b, last);
  let k = min(base + torsion.c, last);
  let l = min(base + torsion.d, last);
  let rij = nearestImage(positions[i].xyz - positions[j].xyz);
  let rkj = nearestImage(positions[k].xyz - positions[j].xyz);
  let rkl = nearestImage(positions[k].xyz - positions[l].xyz);
  let m = cross(rij, rkj);
  let n = cross(rkj, rkl);
  let mm = dot(m, m);
  let nn = dot(n, n);
  let length2 = dot(rkj, rkj);
  if (mm < 1e-4 || nn < 1e-4 || length2 < 1e-4) { // atoms in a line have no angle
    energies[t] = 0.0;
    return;
  }
  let length1 = sqrt(length2);
  let phi = atan2(length1 * dot(rij, n), dot(m, n));
  let kind = kinds[torsion.kind];
  let multiple = floor(kind.periodicity);
  let angle = multiple * phi - kind.phase;
  let slope = -kind.barrier * kind.scale * multiple * sin(angle);
  energies[t] = kind.barrier * kind.scale * (1.0 + cos(angle));

  let fi = (-slope * length1 / mm) * m;
  let fl = (slope * length1 / nn) * n;
  let p = dot(rij, rkj) / length2;
  let q = dot(rkl, rkj) / length2;
  let s = p * fi - q * fl;
  addForce(i, fi);
  addForce(j, s - fi);
  addForce(k, -s - fl);
  addForce(l, fl);
}

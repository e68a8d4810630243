// Stillinger-Weber silicon: pair terms and the three-body terms that an atom is the centre of, from full neighbour
// lists stored column by column (the k-th neighbours of all atoms stand together). Lists have a skin, so that many
// of their members are beyond the cutoff. Terms of which the atom is an end are added by another kernel.
// @tune BLOCK values 64, 128, 256
override BLOCK: u32 = 128;

struct System {
  atoms: u32,
  pitch: u32,
  box: f32,
}

@group(0) @binding(0) var<uniform> system: System;
@group(0) @binding(1) var<storage, read> positions: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read> counts: array<u32>;
@group(0) @binding(3) var<storage, read> lists: array<u32>;
@group(0) @binding(4) var<storage, read_write> forces: array<vec4<f32>>;      // energy in w

const EPSILON = 2.1683;
const SIGMA = 2.0951;
const CUT = 1.8 * SIGMA;
const LAMBDA = 21.0;
const GAMMA = 1.2;
const BIG_A = 7.049556277;
const BIG_B = 0.6022245584;

fn separation(a: vec3<f32>, b: vec3<f32>) -> vec3<f32> {
  let d = b - a;
  return d - system.box * round(d / system.box);
}

@compute @workgroup_size(BLOCK)
fn centre(@builtin(global_invocation_id) gid: vec3<u32>) {
  let i = gid.x;
  if (i >= system.atoms) {
    return;
  }
  let here = positions[i].xyz;
  let count = counts[i];
  var force = vec3<f32>(0.0);
  var energy = 0.0;

  for (var jj = 0u; jj < count; jj++) {
    let j = lists[jj * system.pitch + i];
    if (j == i) {
      continue;
    }
    let rij = separation(here, positions[j].xyz);
    let rsq1 = max(dot(rij, rij), 0.25);
    if (rsq1 >= CUT * CUT) {
      continue;
    }
    let r1 = sqrt(rsq1);

    // Pair
    let s = SIGMA / r1;
    let s4 = s * s * s * s;
    let tail = 1.0 / min(r1 - CUT, -0.001);
    let decay = exp(SIGMA * tail);
    let pair = EPSILON * BIG_A * (BIG_B * s4 - 1.0) * decay;
    let slope = -EPSILON * BIG_A * decay * 4.0 * BIG_B * s4 / r1 - pair * SIGMA * tail * tail;
    energy += 0.5 * pair;
    force += slope / r1 * rij;

    // Angles between this neighbour and the later ones
    let g1 = GAMMA * SIGMA * tail;
    let e1 = exp(g1);
    let de1 = g1 * tail;
    for (var kk = jj + 1u; kk < count; kk++) {
      let k = lists[kk * system.pitch + i];
      if (k == i) {
        continue;
      }
      let rik = separation(here, positions[k].xyz);
      let rsq2 = max(dot(rik, rik), 0.25);
      if (rsq2 >= CUT * CUT) {
        continue;
      }
      let r2 = sqrt(rsq2);
      let tail2 = 1.0 / min(r2 - CUT, -0.001);
      let g2 = GAMMA * SIGMA * tail2;
      let e2 = exp(g2);
      let cosine = dot(rij, rik) / (r1 * r2);
      let off = cosine + 1.0 / 3.0;
      let strength = LAMBDA * EPSILON * e1 * e2;
      energy += strength * off * off;
      let radial1 = strength * off * off * de1 / r1;
      let radial2 = strength * off * off * g2 * tail2 / r2;
      let angular = 2.0 * strength * off;
      let onJ = rij * (radial1 + angular * cosine / rsq1) - rik * (angular / (r1 * r2));
      let onK = rik * (radial2 + angular * cosine / rsq2) - rij * (angular / (r1 * r2));
      force -= onJ + onK;
    }
  }
  forces[i] = vec4<f32>(force, energy);
}

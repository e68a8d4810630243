// Becke's fuzzy cells: weights of the points of a DFT integration grid, one invocation per point.
const MAX_ATOMS = 48u;

struct Molecule {
  atoms: u32,
  points: u32,
}

@group(0) @binding(0) var<uniform> molecule: Molecule;
@group(0) @binding(1) var<storage, read> nuclei: array<vec4f>;
@group(0) @binding(2) var<storage, read> inverseDistance: array<f32>;   // atoms x atoms
@group(0) @binding(3) var<storage, read> sizeShift: array<f32>;         // atoms x atoms
@group(0) @binding(4) var<storage, read> points: array<vec4f>;          // place and quadrature weight
@group(0) @binding(5) var<storage, read> owner: array<u32>;
@group(0) @binding(6) var<storage, read_write> weights: array<f32>;

fn sharpen(x: f32) -> f32 {
  return x * (1.5 - 0.5 * x * x);
}

@compute @workgroup_size(128)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= molecule.points) { return; }
  let n = min(molecule.atoms, MAX_ATOMS);
  let p = points[id.x];
  var away: array<f32, MAX_ATOMS>;
  var cell: array<f32, MAX_ATOMS>;
  for (var a = 0u; a < n; a++) {
    away[a] = distance(p.xyz, nuclei[a].xyz);
    cell[a] = 1.0;
  }
  for (var a = 1u; a < n; a++) {
    let da = away[a];
    var product = cell[a];
    for (var b = 0u; b < a; b++) {
      let at = a * n + b;
      let mu = (da - away[b]) * inverseDistance[at];
      let nu = clamp(mu + sizeShift[at] * (1.0 - mu * mu), -1.0, 1.0);
      let s = 0.5 * sharpen(sharpen(sharpen(nu)));
      product *= 0.5 - s;
      cell[b] *= 0.5 + s;
    }
    cell[a] = product;
  }
  var total = 0.0;
  for (var a = 0u; a < n; a++) { total += cell[a]; }
  let mine = cell[owner[id.x]];
  weights[id.x] = select(0.0, p.w * mine / total, total > 1e-30);
}

// Embedded-atom method for a bcc crystal: host electron density, pair energy and embedding energy of every atom.
// Two atoms per cell, periodic box; an atom is its lattice site plus a small thermal displacement, so neighbours
// come from the 27 surrounding cells. Density and pair function are cubic pieces tabulated over r squared.
struct Crystal {
  cells: vec3<i32>,
  a: f32,             // lattice constant
  cutoff2: f32,
  intervals: f32,     // table intervals between 0 and cutoff2
}

@group(0) @binding(0) var<storage, read> displacement: array<f32>;      // 3 per atom
@group(0) @binding(1) var<storage, read> densityTable: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read> pairTable: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read_write> result: array<vec2<f32>>;  // total energy, density
@group(0) @binding(4) var<uniform> crystal: Crystal;

fn thermal(atom: i32) -> vec3<f32> {
  return vec3<f32>(displacement[3 * atom], displacement[3 * atom + 1], displacement[3 * atom + 2]);
}

fn cubic(c: vec4<f32>, t: f32) -> f32 {
  return c.x + t * (c.y + t * (c.z + t * c.w));
}

@compute @workgroup_size(128)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let size = crystal.cells;
  let atom = i32(id.x);
  if (atom >= 2 * size.x * size.y * size.z) {
    return;
  }
  let basis = atom & 1;
  let cellIndex = atom >> 1u;
  let cell = vec3<i32>(cellIndex % size.x, (cellIndex / size.x) % size.y, cellIndex / (size.x * size.y));
  let here = thermal(atom);

  var rho = 0.0;
  var pair = 0.0;
  for (var dz = -1; dz <= 1; dz++) {
    for (var dy = -1; dy <= 1; dy++) {
      for (var dx = -1; dx <= 1; dx++) {
        let step = vec3<i32>(dx, dy, dz);
        let other = (cell + step + size) % size;
        let first = 2 * (other.x + size.x * (other.y + size.y * other.z));
        for (var b = 0; b < 2; b++) {
          if (first + b == atom) {
            continue;
          }
          let site = (vec3<f32>(step) + 0.5 * f32(b - basis)) * crystal.a;
          let d = site + thermal(first + b) - here;
          let r2 = dot(d, d);
          if (r2 < crystal.cutoff2) {
            let x = r2 / crystal.cutoff2 * crystal.intervals;
            let slot = u32(x);
            let t = x - f32(slot);
            rho += cubic(densityTable[slot], t);
            pair += cubic(pairTable[slot], t);
          }
        }
      }
    }
  }
  result[atom] = vec2<f32>(0.5 * pair - sqrt(rho), rho);
}

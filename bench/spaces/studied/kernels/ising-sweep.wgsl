// Half a Metropolis sweep of a 2D Ising model: every spin of one colour of the chessboard may flip, with a random
// number from a hash of its place and the sweep. Spins are kept as 0 (up) and 1 (down), periodic, a power of two wide
// and high.
struct Sweep {
  log2Width: u32,
  log2Height: u32,
  colour: u32,
  seed: u32,
  coupling: f32, // J / kT
  field: f32,    // h / kT
}

@group(0) @binding(0) var<storage, read_write> spins: array<i32>;
@group(0) @binding(1) var<uniform> sweep: Sweep;

fn pcg(v: u32) -> u32 {
  let state = v * 747796405u + 2891336453u;
  let word = ((state >> ((state >> 28u) + 4u)) ^ state) * 277803737u;
  return (word >> 22u) ^ word;
}

fn sign_of(word: i32) -> i32 {
  return 1 - 2 * (word & 1);
}

@compute @workgroup_size(16, 16)
fn metropolis(@builtin(global_invocation_id) id: vec3<u32>) {
  let maskX = (1u << sweep.log2Width) - 1u;
  let maskY = (1u << sweep.log2Height) - 1u;
  let y = id.y;
  let x = id.x * 2u + ((y + sweep.colour) & 1u);
  if (x > maskX || y > maskY) {
    return;
  }
  let row = y << sweep.log2Width;
  let at = row + x;
  let spin = sign_of(spins[at]);
  let around = sign_of(spins[row + ((x + 1u) & maskX)])
    + sign_of(spins[row + ((x - 1u) & maskX)])
    + sign_of(spins[(((y + 1u) & maskY) << sweep.log2Width) + x])
    + sign_of(spins[(((y - 1u) & maskY) << sweep.log2Width) + x]);
  let cost = 2.0 * f32(spin) * (sweep.coupling * f32(around) + sweep.field);
  let chance = f32(pcg(at ^ pcg(sweep.seed)) >> 8u) / 16777216.0;
  if (cost <= 0.0 || chance < exp(-cost)) {
    spins[at] = (spin + 1) / 2;
  }
}

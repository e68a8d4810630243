// The Ising model in two dimensions: a Metropolis sweep over the cells of one colour, in place, periodic. Random
// numbers are a hash of place and sweep.
struct Sweep { side: u32, colour: u32, number: u32, beta: f32 } // side: a power of two
@group(0) @binding(0) var<uniform> sweep: Sweep;
@group(0) @binding(1) var<storage, read_write> spins: array<u32>; // 0 or 1

fn pcg(seed: u32) -> u32 {
  let state = seed * 747796405u + 2891336453u;
  let word = ((state >> ((state >> 28u) + 4u)) ^ state) * 277803737u;
  return (word >> 22u) ^ word;
}

@compute @workgroup_size(32, 4)
fn metropolis(@builtin(global_invocation_id) gid: vec3<u32>) {
  let mask = sweep.side - 1u;
  let y = gid.y;
  let x = 2u * gid.x + ((y + sweep.colour) & 1u);
  if (x >= sweep.side || y >= sweep.side) { return; }
  let row = y * sweep.side;
  let up = spins[row + ((x + 1u) & mask)] + spins[row + ((x - 1u) & mask)]
    + spins[((y + 1u) & mask) * sweep.side + x] + spins[((y - 1u) & mask) * sweep.side + x];
  let spin = spins[row + x];
  let cost = 2.0 * (2.0 * f32(spin) - 1.0) * (2.0 * f32(up) - 4.0);
  let random = f32(pcg(pcg(row + x) ^ sweep.number) >> 8u) * 0x1p-24;
  if (cost <= 0.0 || random < exp(-sweep.beta * cost)) { spins[row + x] = 1u - spin; }
}

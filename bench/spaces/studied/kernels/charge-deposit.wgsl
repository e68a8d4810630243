// Particle-in-cell: every particle spreads its charge over the four grid nodes around it (cloud in cell). There are no
// atomic floats, so each addition is a loop of compare and exchange on the bits.
struct Particle {
  position: vec2<f32>,
  charge: f32,
  mass: f32,
}

struct Grid {
  particles: u32,
  width: u32,
  height: u32,
  invCell: f32,
}

@group(0) @binding(0) var<storage, read> particles: array<Particle>;
@group(0) @binding(1) var<storage, read_write> density: array<atomic<u32>>;
@group(0) @binding(2) var<uniform> grid: Grid;

fn deposit(node: u32, amount: f32) {
  var old = atomicLoad(&density[node]);
  loop {
    let sum = bitcast<u32>(bitcast<f32>(old) + amount);
    let result = atomicCompareExchangeWeak(&density[node], old, sum);
    if (result.exchanged) {
      break;
    }
    old = result.old_value;
  }
}

@compute @workgroup_size(128)
fn scatterCharge(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= grid.particles) {
    return;
  }
  let particle = particles[id.x];
  // Positions are in [0, 1) of the domain; nodes have a margin of one cell.
  let place = particle.position * vec2<f32>(f32(grid.width - 2u), f32(grid.height - 2u));
  let corner = vec2<u32>(place);
  let part = place - vec2<f32>(corner);
  let charge = particle.charge * grid.invCell;
  let node = corner.y * grid.width + corner.x;
  deposit(node, charge * (1.0 - part.x) * (1.0 - part.y));
  deposit(node + 1u, charge * part.x * (1.0 - part.y));
  deposit(node + grid.width, charge * (1.0 - part.x) * part.y);
  deposit(node + grid.width + 1u, charge * part.x * part.y);
}

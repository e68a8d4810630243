// CFD: the flux of density, momentum and energy through the four faces of each cell of an unstructured mesh.
// Momentum is stored one axis after the other; neighbours are gathered.
struct Mesh { cells: u32, gamma: f32 }

@group(0) @binding(0) var<storage, read> neighbours: array<u32>; // 4 x cells
@group(0) @binding(1) var<storage, read> normals: array<f32>; // 4 x 3 x cells
@group(0) @binding(2) var<storage, read> densities: array<f32>;
@group(0) @binding(3) var<storage, read> momenta: array<f32>; // 3 x cells
@group(0) @binding(4) var<storage, read> energies: array<f32>;
@group(0) @binding(5) var<storage, read_write> fluxes: array<f32>; // density, momentum, energy: 5 x cells
@group(0) @binding(6) var<uniform> mesh: Mesh;

struct Cell { density: f32, momentum: vec3<f32>, energy: f32, velocity: vec3<f32>, pressure: f32, sound: f32 }

fn load(i: u32) -> Cell {
  let n = mesh.cells;
  var cell: Cell;
  cell.density = densities[i];
  cell.momentum = vec3<f32>(momenta[i], momenta[n + i], momenta[2u * n + i]);
  cell.energy = energies[i];
  cell.velocity = cell.momentum / cell.density;
  cell.pressure = (mesh.gamma - 1.0) * (cell.energy - 0.5 * dot(cell.momentum, cell.velocity));
  cell.sound = sqrt(mesh.gamma * cell.pressure / cell.density);
  return cell;
}

@compute @workgroup_size(128)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let i = id.x;
  if (i >= mesh.cells) {
    return;
  }
  let here = load(i);
  let speedHere = length(here.velocity) + here.sound;
  var density = 0.0;
  var momentum = vec3<f32>();
  var energy = 0.0;
  for (var face = 0u; face < 4u; face++) {
    let there = load(neighbours[face * mesh.cells + i]);
    let at = face * 3u * mesh.cells + i;
    let normal = vec3<f32>(normals[at], normals[at + mesh.cells], normals[at + 2u * mesh.cells]);
    let smoothing = 0.1 * length(normal) * (speedHere + length(there.velocity) + there.sound);
    density += smoothing * (here.density - there.density) + 0.5 * dot(normal, here.momentum + there.momentum);
    momentum += smoothing * (here.momentum - there.momentum)
      + 0.5 * (dot(normal, here.velocity) * here.momentum + dot(normal, there.velocity) * there.momentum)
      + 0.5 * normal * (here.pressure + there.pressure);
    energy += smoothing * (here.energy - there.energy)
      + 0.5 * (dot(normal, here.velocity) * (here.energy + here.pressure)
      + dot(normal, there.velocity) * (there.energy + there.pressure));
  }
  fluxes[i] = density;
  for (var axis = 0u; axis < 3u; axis++) {
    fluxes[(axis + 1u) * mesh.cells + i] = momentum[axis];
  }
  fluxes[4u * mesh.cells + i] = energy;
}

// Occupancy grid of a laser scanner: every return (azimuth, elevation, range) marks the voxel that it lies in, one bit
// of a grid with the scanner at the centre of its floor plan. Bits only get set, so the order leaves no trace.
struct Grid {
  returns: u32,
  width: u32,  // voxels along x and along y
  height: u32, // voxels along z
  voxelsPerMetre: f32,
  mount: f32,  // the scanner's height
}

@group(0) @binding(0) var<storage, read> azimuths: array<f32>;
@group(0) @binding(1) var<storage, read> elevations: array<f32>;
@group(0) @binding(2) var<storage, read> ranges: array<f32>;
@group(0) @binding(3) var<storage, read_write> occupied: array<atomic<u32>>;
@group(0) @binding(4) var<uniform> grid: Grid;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= grid.returns) {
    return;
  }
  let azimuth = azimuths[id.x];
  let elevation = elevations[id.x];
  let range = ranges[id.x];
  let flat = range * cos(elevation);
  let centre = 0.5 * f32(grid.width);
  let place = vec3<f32>(
    flat * cos(azimuth) * grid.voxelsPerMetre + centre,
    flat * sin(azimuth) * grid.voxelsPerMetre + centre,
    (range * sin(elevation) + grid.mount) * grid.voxelsPerMetre,
  );
  if (any(place < vec3<f32>(0.0))) {
    return;
  }
  let voxel = vec3<u32>(place);
  if (voxel.x >= grid.width || voxel.y >= grid.width || voxel.z >= grid.height) {
    return;
  }
  let bit = (voxel.z * grid.width + voxel.y) * grid.width + voxel.x;
  atomicOr(&occupied[bit / 32u], 1u << (bit % 32u));
}

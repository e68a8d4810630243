// Volumetric census of an ocean model: how much water (km3) of each sigma-2 class
// there is in each basin. One invocation walks down one column of the model grid.

const BASINS = 6u;
const CLASSES = 64u;
const SIGMA_LOW = 30.0;
const SIGMA_STEP = 0.125;

struct Grid {
  nx: u32,
  ny: u32,
  nz: u32,
}

@group(0) @binding(0) var<uniform> grid: Grid;
@group(0) @binding(1) var<storage, read> temperature: array<f32>;  // degrees C, [z][y][x]
@group(0) @binding(2) var<storage, read> salinity: array<f32>;     // PSS-78, [z][y][x]
@group(0) @binding(3) var<storage, read> wetLevels: array<u32>;    // [y][x]
@group(0) @binding(4) var<storage, read> basin: array<u32>;        // [y][x]
@group(0) @binding(5) var<storage, read> cellArea: array<f32>;     // km2, [y]
@group(0) @binding(6) var<storage, read> thickness: array<f32>;    // km, [z]
@group(0) @binding(7) var<storage, read_write> census: array<atomic<u32>>;

var<workgroup> tally: array<atomic<u32>, BASINS * CLASSES>;

// EOS-80 (Unesco 1983), referred to 2000 dbar.
fn sigma2(t: f32, s: f32) -> f32 {
  let rootS = sqrt(s);
  let s32 = s * rootS;

  let pure = -0.157406 + t * (6.793952e-2 + t * (-9.095290e-3 + t * (1.001685e-4 + t * (-1.120083e-6 + t * 6.536332e-9))));
  let a = 8.24493e-1 + t * (-4.0899e-3 + t * (7.6438e-5 + t * (-8.2467e-7 + t * 5.3875e-9)));
  let b = -5.72466e-3 + t * (1.0227e-4 - t * 1.6546e-6);
  let sigma0 = pure + a * s + b * s32 + 4.8314e-4 * s * s;

  let p = 200.0;  // bar
  let kw = 19652.21 + t * (148.4206 + t * (-2.327105 + t * (1.360477e-2 - t * 5.155288e-5)));
  let k0 = kw
    + s * (54.6746 + t * (-0.603459 + t * (1.09987e-2 - t * 6.1670e-5)))
    + s32 * (7.944e-2 + t * (1.6483e-2 - t * 5.3009e-4));
  let ka = 3.239908 + t * (1.43713e-3 + t * (1.16092e-4 - t * 5.77905e-7))
    + s * (2.2838e-3 + t * (-1.0981e-5 - t * 1.6078e-6))
    + 1.91075e-4 * s32;
  let kb = 8.50935e-5 + t * (-6.12293e-6 + t * 5.2787e-8)
    + s * (-9.9348e-7 + t * (2.0816e-8 + t * 9.1697e-10));
  let k = k0 + p * (ka + p * kb);
  return (sigma0 * k + 1000.0 * p) / (k - p);
}

@compute @workgroup_size(32, 4)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  for (var i = lane; i < BASINS * CLASSES; i += 128u) {
    atomicStore(&tally[i], 0u);
  }
  workgroupBarrier();

  if (id.x < grid.nx && id.y < grid.ny) {
    let column = id.y * grid.nx + id.x;
    let layer = grid.nx * grid.ny;
    let row = basin[column];
    if (row < BASINS) {
      let area = cellArea[id.y];
      let levels = min(wetLevels[column], grid.nz);
      for (var z = 0u; z < levels; z++) {
        let cell = z * layer + column;
        let sigma = sigma2(temperature[cell], salinity[cell]);
        let bin = clamp(i32(floor((sigma - SIGMA_LOW) / SIGMA_STEP)), 0, i32(CLASSES) - 1);
        let volume = u32(round(area * thickness[z]));
        atomicAdd(&tally[row * CLASSES + u32(bin)], volume);
      }
    }
  }
  workgroupBarrier();

  for (var i = lane; i < BASINS * CLASSES; i += 128u) {
    let volume = atomicLoad(&tally[i]);
    if (volume != 0u) {
      atomicAdd(&census[i], volume);
    }
  }
}

// Reversible 5/3 wavelet (JPEG 2000) along rows of 2048 samples, several levels in workgroup memory.
// Output of a row: the coarsest averages first, then details from coarse to fine.
const WIDTH = 2048u;
const THREADS = 256u;

override LEVELS: u32 = 4u;

@group(0) @binding(0) var<storage, read> samples: array<i32>;
@group(0) @binding(1) var<storage, read_write> coefficients: array<i32>;

var<workgroup> line: array<i32, WIDTH>;

@compute @workgroup_size(THREADS)
fn main(@builtin(workgroup_id) wg: vec3u, @builtin(local_invocation_index) li: u32) {
  let base = wg.x * WIDTH;
  for (var i = li; i < WIDTH; i += THREADS) {
    line[i] = samples[base + i] - 128;
  }
  workgroupBarrier();

  // samples of level l stay in place, 2^l apart
  var n = WIDTH;
  var step = 1u;
  for (var level = 0u; level < LEVELS; level++) {
    let half = n / 2u;
    // predict: odd samples become details
    for (var k = li; k < half; k += THREADS) {
      let left = line[2u * k * step];
      let right = line[select(2u * k + 2u, 2u * k, k == half - 1u) * step];
      line[(2u * k + 1u) * step] -= (left + right) >> 1u;
    }
    workgroupBarrier();
    // update: even samples become averages
    for (var k = li; k < half; k += THREADS) {
      let before = line[select(2u * k - 1u, 1u, k == 0u) * step];
      let after = line[(2u * k + 1u) * step];
      line[2u * k * step] += (before + after + 2) >> 2u;
    }
    workgroupBarrier();

    for (var k = li; k < half; k += THREADS) {
      coefficients[base + half + k] = line[(2u * k + 1u) * step];
    }
    n = half;
    step *= 2u;
  }
  for (var k = li; k < n; k += THREADS) {
    coefficients[base + k] = line[k * step];
  }
}

// Linear prediction of audio as in lossless codecs: per frame of 2048 samples the autocorrelation under a
// Welch window, Levinson and Durbin's recursion for the coefficients, then the residual.
const FRAME = 2048u;
const THREADS = 128u;
const ORDER = 8u;

@group(0) @binding(0) var<storage, read> audio: array<f32>;
@group(0) @binding(1) var<storage, read_write> predictor: array<f32>; // ORDER a frame
@group(0) @binding(2) var<storage, read_write> residual: array<f32>;

var<workgroup> frame: array<f32, FRAME>;
var<workgroup> sums: array<f32, (ORDER + 1u) * THREADS>;
var<workgroup> coefficients: array<f32, ORDER>;

@compute @workgroup_size(THREADS)
fn main(@builtin(workgroup_id) wg: vec3u, @builtin(local_invocation_index) li: u32) {
  let base = wg.x * FRAME;
  let middle = f32(FRAME - 1u) * 0.5;
  for (var i = li; i < FRAME; i += THREADS) {
    let u = (f32(i) - middle) / (middle + 1.0);
    frame[i] = audio[base + i] * (1.0 - u * u);
  }
  workgroupBarrier();

  var r: array<f32, ORDER + 1u>;
  for (var i = li; i < FRAME; i += THREADS) {
    let x = frame[i];
    for (var lag = 0u; lag <= min(ORDER, i); lag++) {
      r[lag] += x * frame[i - lag];
    }
  }
  for (var lag = 0u; lag <= ORDER; lag++) {
    sums[lag * THREADS + li] = r[lag];
  }
  workgroupBarrier();
  for (var width = THREADS / 2u; width > 0u; width /= 2u) {
    if (li < width) {
      for (var lag = 0u; lag <= ORDER; lag++) {
        sums[lag * THREADS + li] += sums[lag * THREADS + li + width];
      }
    }
    workgroupBarrier();
  }

  if (li == 0u) {
    var a: array<f32, ORDER>;
    var error = sums[0] * 1.0001 + 1e-9;
    for (var i = 0u; i < ORDER; i++) {
      var reflect = sums[(i + 1u) * THREADS];
      for (var j = 0u; j < i; j++) {
        reflect -= a[j] * sums[(i - j) * THREADS];
      }
      reflect /= error;
      a[i] = reflect;
      for (var j = 0u; j < i / 2u; j++) {
        let low = a[j];
        let high = a[i - 1u - j];
        a[j] = low - reflect * high;
        a[i - 1u - j] = high - reflect * low;
      }
      if ((i & 1u) == 1u) {
        a[i / 2u] -= reflect * a[i / 2u];
      }
      error *= 1.0 - reflect * reflect;
    }
    for (var i = 0u; i < ORDER; i++) {
      coefficients[i] = a[i];
      predictor[wg.x * ORDER + i] = a[i];
    }
  }

  for (var i = li; i < FRAME; i += THREADS) {
    frame[i] = audio[base + i];
  }
  workgroupBarrier();
  for (var i = li; i < FRAME; i += THREADS) {
    var guess = 0.0;
    if (i >= ORDER) {
      for (var j = 0u; j < ORDER; j++) {
        guess += coefficients[j] * frame[i - 1u - j];
      }
    }
    residual[base + i] = frame[i] - guess;
  }
}

// Left matrix profile of a time series: for each subsequence its best correlated earlier one. An invocation walks
// a stretch of a diagonal of the distance matrix, keeping the dot product up to date as it goes.
// @tune SPAN values 64, 128, 256
override SPAN: u32 = 128u;
override WINDOW: u32 = 64u;

struct Series {
  subsequences: u32,
  exclusion: u32,
}

@group(0) @binding(0) var<uniform> info: Series;
@group(0) @binding(1) var<storage, read> series: array<f32>;
@group(0) @binding(2) var<storage, read> mean: array<f32>;
@group(0) @binding(3) var<storage, read> inverseNorm: array<f32>;
@group(0) @binding(4) var<storage, read_write> profile: array<atomic<u32>>;

@compute @workgroup_size(128)
fn walk(@builtin(global_invocation_id) id: vec3u) {
  let lag = id.x + info.exclusion;
  let start = id.y * SPAN;
  if (start + lag >= info.subsequences) { return; }
  let stop = min(start + SPAN, info.subsequences - lag);

  var product = 0.0;
  for (var k = 0u; k < WINDOW; k++) {
    product += series[start + k] * series[start + lag + k];
  }
  for (var i = start; i < stop; i++) {
    let j = i + lag;
    if (i > start) {
      product += series[i + WINDOW - 1u] * series[j + WINDOW - 1u] - series[i - 1u] * series[j - 1u];
    }
    let r = (product - f32(WINDOW) * mean[i] * mean[j]) * inverseNorm[i] * inverseNorm[j];
    // 17 bits of correlation above 15 of the position
    let code = (u32((clamp(r, -1.0, 1.0) + 1.0) * 65535.0) << 15u) | i;
    atomicMax(&profile[j], code);
  }
}

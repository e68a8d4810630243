// Astronomical images: FRAMES exposures become one. Each pixel's values are sorted; what lies too far
// from the median, measured by the median deviation, is left out of the mean.

const FRAMES = 16u;

struct Exposures {
  pixels: u32,
  kappa: f32,
}

@group(0) @binding(0) var<storage, read> exposures: array<f32>; // frame after frame
@group(0) @binding(1) var<storage, read_write> combined: array<f32>;
@group(0) @binding(2) var<uniform> info: Exposures;

fn sort(values: ptr<function, array<f32, FRAMES>>) {
  for (var i = 1u; i < FRAMES; i++) {
    let v = (*values)[i];
    var j = i;
    while (j > 0u) {
      let before = (*values)[j - 1u];
      if (before <= v) { break; }
      (*values)[j] = before;
      j--;
    }
    (*values)[j] = v;
  }
}

@compute @workgroup_size(64)
fn combine(@builtin(global_invocation_id) gid: vec3u) {
  let pixel = gid.x;
  if (pixel >= info.pixels) {
    return;
  }
  var values: array<f32, FRAMES>;
  for (var f = 0u; f < FRAMES; f++) {
    values[f] = exposures[f * info.pixels + pixel];
  }
  sort(&values);
  let median = 0.5 * (values[FRAMES / 2u - 1u] + values[FRAMES / 2u]);

  var deviations: array<f32, FRAMES>;
  for (var f = 0u; f < FRAMES; f++) {
    deviations[f] = abs(values[f] - median);
  }
  sort(&deviations);
  let limit = info.kappa * 0.5 * (deviations[FRAMES / 2u - 1u] + deviations[FRAMES / 2u]);

  var sum = 0.0;
  var kept = 0.0;
  for (var f = 0u; f < FRAMES; f++) {
    if (abs(values[f] - median) <= limit) {
      sum += values[f];
      kept += 1.0;
    }
  }
  combined[pixel] = sum / max(kept, 1.0);
}

// Particle image velocimetry: one workgroup finds the displacement of one 16×16 interrogation window between
// two exposures by direct cross-correlation over ±8 pixels, with a Gaussian fit of the peak below a pixel.
struct Flow {
  width: u32,
  height: u32,
  step: u32,   // distance of windows
  columns: u32,
}

@group(0) @binding(0) var<storage, read> first: array<f32>;
@group(0) @binding(1) var<storage, read> second: array<f32>;
@group(0) @binding(2) var<uniform> flow: Flow;
@group(0) @binding(3) var<storage, read_write> vectors: array<vec4f>;

const WINDOW = 16u;
const RANGE = 16u;                    // displacements per axis: -8 to 7
const AREA = WINDOW + RANGE - 1u;

var<workgroup> window: array<f32, WINDOW * WINDOW>;
var<workgroup> area: array<f32, AREA * AREA>;
var<workgroup> correlation: array<f32, RANGE * RANGE>;
var<workgroup> best_value: array<f32, 256>;
var<workgroup> best_at: array<u32, 256>;

fn log_peak(low: f32, mid: f32, high: f32) -> f32 {
  let a = log(max(low, 1e-6));
  let b = log(max(mid, 1e-6));
  let c = log(max(high, 1e-6));
  let d = 2.0 * (a - 2.0 * b + c);
  return select(0.0, (a - c) / d, abs(d) > 1e-6);
}

@compute @workgroup_size(16, 16)
fn correlate(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u,
             @builtin(local_invocation_index) lane: u32) {
  let corner = vec2i(group.xy * flow.step) + 8;
  let last = vec2i(i32(flow.width), i32(flow.height)) - 1;

  let at = min(corner + vec2i(local.xy), last);
  let own = first[u32(at.y) * flow.width + u32(at.x)];
  best_value[lane] = own;
  for (var i = lane; i < AREA * AREA; i += 256u) {
    let p = clamp(corner - 8 + vec2i(i32(i % AREA), i32(i / AREA)), vec2i(0), last);
    area[i] = second[u32(p.y) * flow.width + u32(p.x)];
  }
  workgroupBarrier();

  // mean of the window
  for (var half = 128u; half > 0u; half >>= 1u) {
    if (lane < half) {
      best_value[lane] += best_value[lane + half];
    }
    workgroupBarrier();
  }
  window[lane] = own - best_value[0] / 256.0;
  workgroupBarrier();

  var sum = 0.0;
  for (var y = 0u; y < WINDOW; y++) {
    for (var x = 0u; x < WINDOW; x++) {
      sum += window[y * WINDOW + x] * area[(y + local.y) * AREA + x + local.x];
    }
  }
  correlation[lane] = sum;
  best_value[lane] = sum;
  best_at[lane] = lane;
  workgroupBarrier();

  for (var half = 128u; half > 0u; half >>= 1u) {
    if (lane < half && best_value[lane + half] > best_value[lane]) {
      best_value[lane] = best_value[lane + half];
      best_at[lane] = best_at[lane + half];
    }
    workgroupBarrier();
  }

  if (lane == 0u) {
    let peak = best_at[0];
    let px = peak % RANGE;
    let py = peak / RANGE;
    var d = vec2f(f32(px), f32(py)) - 8.0;
    if (px > 0u && px < RANGE - 1u) {
      d.x += log_peak(correlation[peak - 1u], correlation[peak], correlation[peak + 1u]);
    }
    if (py > 0u && py < RANGE - 1u) {
      d.y += log_peak(correlation[peak - RANGE], correlation[peak], correlation[peak + RANGE]);
    }
    vectors[group.y * flow.columns + group.x] = vec4f(d, best_value[0], 0.0);
  }
}

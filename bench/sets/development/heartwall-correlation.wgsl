// Heart wall tracking: normalised correlation of a template with a window of the frame, for all displacements.
// One tracked spot per workgroup row; template and window in workgroup memory.
struct Frame { width: u32 }

@group(0) @binding(0) var<storage, read> frame: array<f32>;
@group(0) @binding(1) var<storage, read> templates: array<f32>;
@group(0) @binding(2) var<storage, read> corners: array<vec2<u32>>; // of the windows
@group(0) @binding(3) var<storage, read_write> correlations: array<f32>;
@group(0) @binding(4) var<uniform> shape: Frame;

const TEMPLATE = 16u;
const SHIFTS = 16u;
const WINDOW = TEMPLATE + SHIFTS - 1u;
const SIZE = SHIFTS * SHIFTS;
var<workgroup> pattern: array<f32, TEMPLATE * TEMPLATE>;
var<workgroup> window: array<f32, WINDOW * WINDOW>;

@compute @workgroup_size(SIZE)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
  let spot = group.x;
  pattern[lane] = templates[spot * TEMPLATE * TEMPLATE + lane];
  let corner = corners[spot];
  for (var i = lane; i < WINDOW * WINDOW; i += SIZE) {
    window[i] = frame[(corner.y + i / WINDOW) * shape.width + corner.x + i % WINDOW];
  }
  workgroupBarrier();
  let shift = vec2<u32>(lane % SHIFTS, lane / SHIFTS);
  var products = 0.0;
  var sum = 0.0;
  var squares = 0.0;
  for (var y = 0u; y < TEMPLATE; y++) {
    for (var x = 0u; x < TEMPLATE; x++) {
      let pixel = window[(shift.y + y) * WINDOW + shift.x + x];
      products += pixel * pattern[y * TEMPLATE + x];
      sum += pixel;
      squares += pixel * pixel;
    }
  }
  let count = f32(TEMPLATE * TEMPLATE);
  let variance = max(squares - sum * sum / count, 1e-6);
  correlations[spot * SIZE + lane] = products * inverseSqrt(variance);
}

// Velocity analysis of seismic gathers: for each midpoint, trial velocity and vertical time the traces are read along
// the hyperbola of the reflection, and their coherence is the semblance.
struct Survey {
  samples: u32,
  traces: u32,
  velocities: u32,
  midpoints: u32,
  interval: f32,       // seconds
  first_offset: f32,   // metres
  offset_step: f32,
  slowest: f32,        // metres per second
  velocity_step: f32,
}

@group(0) @binding(0) var<uniform> survey: Survey;
@group(0) @binding(1) var<storage, read> gathers: array<f32>; // [midpoint][trace][sample]
@group(0) @binding(2) var<storage, read_write> semblance: array<f32>; // [midpoint][velocity][sample]

@compute @workgroup_size(32, 4, 1)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= survey.samples || id.y >= survey.velocities) {
    return;
  }
  let velocity = survey.slowest + f32(id.y) * survey.velocity_step;
  let slowness = 1.0 / (velocity * survey.interval);
  let t0 = f32(id.x);
  let gather = id.z * survey.traces * survey.samples;

  var sum = 0.0;
  var energy = 0.0;
  var fold = 0.0;
  for (var trace = 0u; trace < survey.traces; trace++) {
    let x = (survey.first_offset + f32(trace) * survey.offset_step) * slowness;
    let t = sqrt(t0 * t0 + x * x);
    let whole = u32(t);
    if (whole + 1u >= survey.samples) {
      break; // offsets grow, so the others end below the trace as well
    }
    let at = gather + trace * survey.samples + whole;
    let value = mix(gathers[at], gathers[at + 1u], t - f32(whole));
    sum += value;
    energy += value * value;
    fold += 1.0;
  }
  let result = select(0.0, sum * sum / (fold * energy + 1e-9), fold > 0.0);
  semblance[(id.z * survey.velocities + id.y) * survey.samples + id.x] = result;
}

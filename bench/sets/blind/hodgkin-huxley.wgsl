// Membrane of Hodgkin and Huxley, one neuron per invocation: exponential Euler for the gates, forward Euler for
// the potential.
struct Run { steps: u32, dt: f32, current: f32, neurons: u32 }
@group(0) @binding(0) var<uniform> run: Run;
@group(0) @binding(1) var<storage, read_write> state: array<vec4<f32>>; // potential in mV, gates m, h, n
@group(0) @binding(2) var<storage, read_write> spikes: array<u32>;

fn relax(value: f32, alpha: f32, beta: f32) -> f32 {
  let rate = alpha + beta;
  let limit = alpha / rate;
  return limit + (value - limit) * exp(-run.dt * rate);
}

// x / (1 - exp(-x / y)), also near x = 0
fn linoid(x: f32, y: f32) -> f32 {
  let r = x / y;
  if (abs(r) < 1e-3) { return y * (1.0 + 0.5 * r); }
  return x / (1.0 - exp(-r));
}

@compute @workgroup_size(128)
fn integrate(@builtin(global_invocation_id) gid: vec3<u32>) {
  if (gid.x >= run.neurons) { return; }
  let start = state[gid.x];
  var v = -75.0 + 25.0 * start.x;
  var m = start.y;
  var h = start.z;
  var n = start.w;
  var count = 0u;
  for (var s = 0u; s < run.steps; s++) {
    m = relax(m, 0.1 * linoid(v + 40.0, 10.0), 4.0 * exp(-(v + 65.0) / 18.0));
    h = relax(h, 0.07 * exp(-(v + 65.0) / 20.0), 1.0 / (1.0 + exp(-(v + 35.0) / 10.0)));
    n = relax(n, 0.01 * linoid(v + 55.0, 10.0), 0.125 * exp(-(v + 65.0) / 80.0));
    let sodium = 120.0 * m * m * m * h * (v - 50.0);
    let potassium = 36.0 * (n * n) * (n * n) * (v + 77.0);
    let leak = 0.3 * (v + 54.4);
    let next = v + run.dt * (run.current - sodium - potassium - leak);
    if (v < 0.0 && next >= 0.0) { count++; }
    v = next;
  }
  state[gid.x] = vec4<f32>(v, m, h, n);
  spikes[gid.x] = count;
}

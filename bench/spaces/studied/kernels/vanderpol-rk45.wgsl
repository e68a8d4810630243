// Van der Pol oscillators x'' = mu (1 - x^2) x' - x, one to an invocation, by Cash-Karp with adaptive steps.
struct Params { count: u32, maxTries: u32, tEnd: f32, tolerance: f32 }

@group(0) @binding(0) var<storage, read> mu: array<f32>;
@group(0) @binding(1) var<storage, read> initial: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read_write> final_: array<vec2<f32>>;
@group(0) @binding(3) var<storage, read_write> tries: array<u32>;
@group(0) @binding(4) var<uniform> params: Params;

fn slope(y: vec2<f32>, m: f32) -> vec2<f32> {
  return vec2<f32>(y.y, m * (1.0 - y.x * y.x) * y.y - y.x);
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) gid: vec3<u32>) {
  let i = gid.x;
  if (i >= params.count) {
    return;
  }
  let m = mu[i];
  var y = initial[i];
  var t = 0.0;
  var h = 0.01;
  var n = 0u;
  loop {
    if (t >= params.tEnd || n >= params.maxTries) {
      break;
    }
    n++;
    h = min(h, params.tEnd - t);
    let k1 = slope(y, m);
    let k2 = slope(y + h * (0.2 * k1), m);
    let k3 = slope(y + h * (0.075 * k1 + 0.225 * k2), m);
    let k4 = slope(y + h * (0.3 * k1 - 0.9 * k2 + 1.2 * k3), m);
    let k5 = slope(y + h * (-0.2037037 * k1 + 2.5 * k2 - 2.5925926 * k3 + 1.2962963 * k4), m);
    let k6 = slope(y + h * (0.029495804 * k1 + 0.341796875 * k2 + 0.041594329 * k3 + 0.400345414 * k4 + 0.061767578 * k5), m);
    let y5 = y + h * (0.097883598 * k1 + 0.40257649 * k3 + 0.21043771 * k4 + 0.2891022 * k6);
    let y4 = y + h * (0.102177373 * k1 + 0.383907903 * k3 + 0.244592737 * k4 + 0.019321987 * k5 + 0.25 * k6);
    let scale = params.tolerance * (vec2<f32>(1.0) + max(abs(y), abs(y5)));
    let off = abs(y5 - y4) / scale;
    let error = max(max(off.x, off.y), 1e-6);
    if (error <= 1.0) {
      t += h;
      y = y5;
      h *= min(4.0, 0.9 * pow(error, -0.2));
    } else {
      h = max(h * max(0.2, 0.9 * pow(error, -0.25)), 1e-5);
    }
  }
  final_[i] = y;
  tries[i] = n;
}

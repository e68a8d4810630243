// Joint histogram of two images for registration by mutual information, with partial volume interpolation: each
// pixel of the fixed image lands between four pixels of the moving one and adds its four bilinear weights to the
// bins of the pairs. Floats are added by compare-exchange.
struct Registration {
  rowX: vec4<f32>,      // affine map from fixed to moving coordinates: x, y, 1, unused
  rowY: vec4<f32>,
  width: i32,
  height: i32,
  low: f32,             // intensity window
  high: f32,
}

const BINS = 32u;

@group(0) @binding(0) var<storage, read> fixedImage: array<f32>;
@group(0) @binding(1) var<storage, read> movingImage: array<f32>;
@group(0) @binding(2) var<storage, read_write> histogram: array<atomic<u32>>;
@group(0) @binding(3) var<uniform> registration: Registration;

fn binOf(intensity: f32) -> u32 {
  let inWindow = (intensity - registration.low) / (registration.high - registration.low);
  return u32(clamp(inWindow * f32(BINS), 0.0, f32(BINS) - 1.0));
}

fn addWeight(fixedBin: u32, x: i32, y: i32, weight: f32) {
  let bin = fixedBin * BINS + binOf(movingImage[y * registration.width + x]);
  var seen = atomicLoad(&histogram[bin]);
  loop {
    let wanted = bitcast<u32>(bitcast<f32>(seen) + weight);
    let exchange = atomicCompareExchangeWeak(&histogram[bin], seen, wanted);
    if (exchange.exchanged) {
      break;
    }
    seen = exchange.old_value;
  }
}

@compute @workgroup_size(32, 8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let x = i32(id.x);
  let y = i32(id.y);
  if (x >= registration.width || y >= registration.height) {
    return;
  }
  let point = vec4<f32>(f32(x), f32(y), 1.0, 0.0);
  let mapped = vec2<f32>(dot(registration.rowX, point), dot(registration.rowY, point));
  let base = floor(mapped);
  let mx = i32(base.x);
  let my = i32(base.y);
  if (mx < 0 || my < 0 || mx + 1 >= registration.width || my + 1 >= registration.height) {
    return;
  }
  let f = mapped - base;
  let bin = binOf(fixedImage[y * registration.width + x]);
  addWeight(bin, mx, my, (1.0 - f.x) * (1.0 - f.y));
  addWeight(bin, mx + 1, my, f.x * (1.0 - f.y));
  addWeight(bin, mx, my + 1, (1.0 - f.x) * f.y);
  addWeight(bin, mx + 1, my + 1, f.x * f.y);
}

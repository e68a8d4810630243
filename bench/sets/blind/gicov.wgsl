// Leukocyte detection: for every pixel and several radii, how steadily the image gradient points outwards along
// a circle (mean squared over variance); the best radius counts.
struct Frame { width: i32, height: i32, margin: i32, radii: i32 }
@group(0) @binding(0) var<uniform> frame: Frame;
@group(0) @binding(1) var<uniform> directions: array<vec4<f32>, 24>; // two unit vectors each
@group(0) @binding(2) var<storage, read> grad_x: array<f32>;
@group(0) @binding(3) var<storage, read> grad_y: array<f32>;
@group(0) @binding(4) var<storage, read_write> gicov: array<f32>;

fn outward(direction: vec2<f32>, radius: f32, at: vec2<f32>) -> f32 {
  let p = vec2<i32>(at + radius * direction);
  let index = p.y * frame.width + p.x;
  return grad_x[index] * direction.x + grad_y[index] * direction.y;
}

@compute @workgroup_size(32, 8)
fn score(@builtin(global_invocation_id) gid: vec3<u32>) {
  let at = vec2<i32>(gid.xy) + frame.margin;
  if (at.x >= frame.width - frame.margin || at.y >= frame.height - frame.margin) { return; }
  let center = vec2<f32>(at) + 0.5;
  var best = 0.0;
  for (var k = 0; k < frame.radii; k++) {
    let radius = 4.0 + 2.0 * f32(k);
    var sum = 0.0;
    var squares = 0.0;
    for (var n = 0; n < 24; n++) {
      let pair = directions[n];
      let a = outward(pair.xy, radius, center);
      let b = outward(pair.zw, radius, center);
      sum += a + b;
      squares += a * a + b * b;
    }
    let mean = sum / 48.0;
    let variance = squares / 48.0 - mean * mean;
    best = max(best, mean * mean / variance);
  }
  gicov[at.y * frame.width + at.x] = best;
}

// Bilateral filter of a grey image, 7 x 7.
override WIDTH: i32 = 1024;
override HEIGHT: i32 = 1024;
@group(0) @binding(0) var<storage, read> image: array<f32>;
@group(0) @binding(1) var<storage, read_write> filtered: array<f32>;
const R: i32 = 3;

@compute @workgroup_size(16, 16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let x = i32(id.x);
  let y = i32(id.y);
  if (x >= WIDTH || y >= HEIGHT) { return; }
  let centre = image[y * WIDTH + x];
  var sum = 0.0;
  var weights = 0.0;
  for (var dy = -R; dy <= R; dy++) {
    for (var dx = -R; dx <= R; dx++) {
      let sx = clamp(x + dx, 0, WIDTH - 1);
      let sy = clamp(y + dy, 0, HEIGHT - 1);
      let v = image[sy * WIDTH + sx];
      let d = v - centre;
      let weight = exp(-f32(dx * dx + dy * dy) / 18.0 - d * d / 0.02);
      sum += weight * v;
      weights += weight;
    }
  }
  filtered[y * WIDTH + x] = sum / weights;
}

// Vertical box blur by a running sum: each invocation walks down a strip of one column and adds the pixel that
// enters the window and takes away the one that leaves it.
struct Blur { width: i32, height: i32, radius: i32, strip: i32 }
@group(0) @binding(0) var<uniform> blur: Blur;
@group(0) @binding(1) var<storage, read> image: array<f32>;
@group(0) @binding(2) var<storage, read_write> blurred: array<f32>;

fn pixel(x: i32, y: i32) -> f32 {
  return image[clamp(y, 0, blur.height - 1) * blur.width + x];
}

@compute @workgroup_size(128)
fn columns(@builtin(global_invocation_id) gid: vec3<u32>) {
  let x = i32(gid.x);
  if (x >= blur.width) { return; }
  let first = i32(gid.y) * blur.strip;
  let end = min(first + blur.strip, blur.height);
  let scale = 1.0 / f32(2 * blur.radius + 1);
  var sum = 0.0;
  for (var y = first - blur.radius; y < first + blur.radius; y++) { sum += pixel(x, y); }
  for (var y = first; y < end; y++) {
    sum += pixel(x, y + blur.radius);
    blurred[y * blur.width + x] = sum * scale;
    sum -= pixel(x, y - blur.radius);
  }
}

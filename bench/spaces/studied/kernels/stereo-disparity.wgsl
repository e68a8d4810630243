// Stereo block matching: for every pixel of the left image the shift to the left at which a window of the right
// image resembles it most, by the sum of absolute differences of grey values. The border is repeated.
@group(0) @binding(0) var<storage, read> left: array<u32>;
@group(0) @binding(1) var<storage, read> right: array<u32>;
@group(0) @binding(2) var<storage, read_write> disparity: array<u32>;

override WIDTH: i32;
override HEIGHT: i32;
override SHIFTS: i32;
const RADIUS = 2;

fn difference(x: i32, y: i32, shift: i32) -> i32 {
  var sum = 0;
  for (var dy = -RADIUS; dy <= RADIUS; dy++) {
    let row = clamp(y + dy, 0, HEIGHT - 1) * WIDTH;
    for (var dx = -RADIUS; dx <= RADIUS; dx++) {
      let l = i32(left[row + clamp(x + dx, 0, WIDTH - 1)]);
      let r = i32(right[row + clamp(x + dx - shift, 0, WIDTH - 1)]);
      sum += abs(l - r);
    }
  }
  return sum;
}

@compute @workgroup_size(32, 1)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let x = i32(id.x);
  let y = i32(id.y);
  if (x >= WIDTH || y >= HEIGHT) {
    return;
  }
  var best = 0;
  var least = 0x7fffffff;
  let candidates = min(SHIFTS, x + 1);
  for (var shift = 0; shift < candidates; shift++) {
    let cost = difference(x, y, shift);
    if (cost < least) {
      least = cost;
      best = shift;
    }
  }
  disparity[y * WIDTH + x] = u32(best);
}

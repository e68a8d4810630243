// Two-dimensional wavelet transform (reversible 5/3 of JPEG 2000), columns: every invocation lifts a segment of
// a column and carries the last difference along. Columns are mirrored at their ends.
@group(0) @binding(0) var<storage, read> image: array<i32>;
@group(0) @binding(1) var<storage, read_write> output: array<i32>; // low half above the high half

override WIDTH: i32;
override HEIGHT: i32; // even
const PAIRS = 8;

fn sampleAt(x: i32, y: i32) -> i32 {
  let inside = abs(y);
  return image[select(inside, 2 * (HEIGHT - 1) - inside, inside >= HEIGHT) * WIDTH + x];
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let x = i32(id.x);
  if (x >= WIDTH) {
    return;
  }
  let first = i32(id.y) * PAIRS;
  let end = min(first + PAIRS, HEIGHT / 2);
  var even = sampleAt(x, 2 * first);
  var before = sampleAt(x, 2 * first - 1) - ((sampleAt(x, 2 * first - 2) + even) >> 1u);
  for (var pair = first; pair < end; pair++) {
    let nextEven = sampleAt(x, 2 * pair + 2);
    let high = sampleAt(x, 2 * pair + 1) - ((even + nextEven) >> 1u);
    output[pair * WIDTH + x] = even + ((before + high + 2) >> 2u);
    output[(HEIGHT / 2 + pair) * WIDTH + x] = high;
    before = high;
    even = nextEven;
  }
}

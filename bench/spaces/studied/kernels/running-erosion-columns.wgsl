// Erosion of a grey image by a vertical line of K pixels with running minima: three comparisons a pixel whatever K is.
// An invocation makes K outputs of one column from the suffix minima of one block and the
// prefix minima of the next.
const K = 31u;
const R = 15;

override WIDTH: u32;
override HEIGHT: u32;
override SIZE: u32 = 64;

@group(0) @binding(0) var<storage, read> source: array<f32>;
@group(0) @binding(1) var<storage, read_write> eroded: array<f32>;

fn at(x: u32, y: i32) -> f32 {
  if (y < 0 || y >= i32(HEIGHT)) {
    return 3.0e38;
  }
  return source[u32(y) * WIDTH + x];
}

@compute @workgroup_size(SIZE)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let x = id.x;
  if (x >= WIDTH) {
    return;
  }
  // The windows of the outputs first ... first + K - 1 begin in [start, start + K).
  let first = id.y * K;
  let start = i32(first) - R;

  var suffix: array<f32, K>;
  var least = 3.0e38;
  for (var i = K; i > 0u; i--) {
    least = min(least, at(x, start + i32(i) - 1));
    suffix[i - 1u] = least;
  }

  var prefix = 3.0e38;
  for (var i = 0u; i < K; i++) {
    let y = first + i;
    if (y >= HEIGHT) {
      break;
    }
    eroded[y * WIDTH + x] = min(suffix[i], prefix);
    prefix = min(prefix, at(x, start + i32(K + i)));
  }
}

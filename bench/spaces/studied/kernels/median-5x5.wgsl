// Takes specks out of a scan: every pixel becomes the median of the 5 x 5 around it, found by sorting
// the lower half of the 25 values.
@group(0) @binding(0) var<storage, read> scan: array<f32>;
@group(0) @binding(1) var<storage, read_write> cleaned: array<f32>;

override WIDTH: u32 = 2048;
override HEIGHT: u32 = 2048;

@compute @workgroup_size(8, 8)
fn median(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= WIDTH || id.y >= HEIGHT) {
    return;
  }
  var window: array<f32, 25>;
  for (var j = 0u; j < 5u; j++) {
    let y = min(max(id.y + j, 2u) - 2u, HEIGHT - 1u);
    for (var i = 0u; i < 5u; i++) {
      let x = min(max(id.x + i, 2u) - 2u, WIDTH - 1u);
      window[j * 5u + i] = scan[y * WIDTH + x];
    }
  }
  for (var i = 0u; i < 13u; i++) {
    for (var j = i + 1u; j < 25u; j++) {
      let low = min(window[i], window[j]);
      window[j] = max(window[i], window[j]);
      window[i] = low;
    }
  }
  cleaned[id.y * WIDTH + id.x] = window[12];
}

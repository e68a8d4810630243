// Mean over 5 x 5 numbers of an image, from the caches; the border is left out.
@group(0) @binding(0) var<storage, read> image: array<f32>;
@group(0) @binding(1) var<storage, read_write> means: array<f32>;

override WIDTH: u32;
override HEIGHT: u32;
override COLUMNS: u32;
override ROWS: u32;

@compute @workgroup_size(COLUMNS, ROWS)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x < 2u || id.y < 2u || id.x + 2u >= WIDTH || id.y + 2u >= HEIGHT) {
    return;
  }
  var sum = 0.0;
  for (var dy = 0u; dy < 5u; dy++) {
    for (var dx = 0u; dx < 5u; dx++) {
      sum += image[(id.y + dy - 2u) * WIDTH + id.x + dx - 2u];
    }
  }
  means[id.y * WIDTH + id.x] = sum * 0.04;
}

// Column pass of a separable convolution straight from storage: accesses coalesce, neighbours come from the
// caches. The image wraps around at its ends.
@group(0) @binding(0) var<storage, read> image: array<f32>;
@group(0) @binding(1) var<storage, read> weights: array<f32>; // 2 * RADIUS + 1
@group(0) @binding(2) var<storage, read_write> output: array<f32>;

override WIDTH: u32;
override HEIGHT: u32;
override RADIUS: u32;

@compute @workgroup_size(32, 8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= WIDTH || id.y >= HEIGHT) {
    return;
  }
  var sum = 0.0;
  for (var i = 0u; i <= 2u * RADIUS; i++) {
    let y = (id.y + HEIGHT + i - RADIUS) % HEIGHT;
    sum += image[y * WIDTH + id.x] * weights[i];
  }
  output[id.y * WIDTH + id.x] = sum;
}

// Row pass of a separable convolution: a strip of the row and its halo go through workgroup memory.
// The image wraps around at its sides.
@group(0) @binding(0) var<storage, read> image: array<f32>;
@group(0) @binding(1) var<storage, read> weights: array<f32>; // 2 * RADIUS + 1
@group(0) @binding(2) var<storage, read_write> output: array<f32>;

override WIDTH: u32;
override RADIUS: u32;
const SIZE = 128u;

var<workgroup> strip: array<f32, SIZE + 2 * RADIUS>;

@compute @workgroup_size(SIZE)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
  let row = group.y * WIDTH;
  let first = group.x * SIZE + WIDTH - RADIUS;
  for (var i = lane; i < SIZE + 2u * RADIUS; i += SIZE) {
    strip[i] = image[row + (first + i) % WIDTH];
  }
  workgroupBarrier();
  var sum = 0.0;
  for (var i = 0u; i <= 2u * RADIUS; i++) {
    sum += strip[lane + i] * weights[i];
  }
  output[row + group.x * SIZE + lane] = sum;
}

// Two-dimensional convolution, one pixel per invocation, nothing staged; pixels outside repeat the border.
struct Shape { width: i32, height: i32, radius: i32 }

@group(0) @binding(0) var<storage, read> image: array<f32>;
@group(0) @binding(1) var<storage, read> weights: array<f32>;
@group(0) @binding(2) var<storage, read_write> output: array<f32>;
@group(0) @binding(3) var<uniform> shape: Shape;

@compute @workgroup_size(16, 16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let x = i32(id.x);
  let y = i32(id.y);
  if (x >= shape.width || y >= shape.height) {
    return;
  }
  var sum = 0.0;
  var weight = 0u;
  for (var dy = -shape.radius; dy <= shape.radius; dy++) {
    let row = clamp(y + dy, 0, shape.height - 1) * shape.width;
    for (var dx = -shape.radius; dx <= shape.radius; dx++) {
      sum += image[row + clamp(x + dx, 0, shape.width - 1)] * weights[weight];
      weight++;
    }
  }
  output[y * shape.width + x] = sum;
}

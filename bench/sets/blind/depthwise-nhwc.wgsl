// Depthwise 3x3 convolution of NHWC feature maps, stride 2, zero padding, bias and ReLU6, as in MobileNet: four
// channels per invocation.
struct Layer { width: i32, height: i32, channels4: i32, batch: i32 }
@group(0) @binding(0) var<uniform> layer: Layer;
@group(0) @binding(1) var<storage, read> input: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read> filters: array<vec4<f32>>; // [ky][kx][channel]
@group(0) @binding(3) var<storage, read> bias: array<vec4<f32>>;
@group(0) @binding(4) var<storage, read_write> output: array<vec4<f32>>;

@compute @workgroup_size(16, 8, 1)
fn depthwise(@builtin(global_invocation_id) gid: vec3<u32>) {
  let p = vec3<i32>(gid); // channel quad, column, row of the batch's images one below the other
  let out_w = (layer.width + 1) / 2;
  let out_h = (layer.height + 1) / 2;
  let image = p.z / out_h;
  let row = p.z % out_h;
  if (p.x >= layer.channels4 || p.y >= out_w || image >= layer.batch) { return; }

  var sum = bias[p.x];
  for (var ky = 0; ky < 3; ky++) {
    let y = 2 * row + ky - 1;
    if (y < 0 || y >= layer.height) { continue; }
    for (var kx = 0; kx < 3; kx++) {
      let x = 2 * p.y + kx - 1;
      if (x < 0 || x >= layer.width) { continue; }
      sum = fma(input[((image * layer.height + y) * layer.width + x) * layer.channels4 + p.x],
                filters[(ky * 3 + kx) * layer.channels4 + p.x], sum);
    }
  }
  output[(p.z * out_w + p.y) * layer.channels4 + p.x] = clamp(sum, vec4<f32>(0.0), vec4<f32>(6.0));
}

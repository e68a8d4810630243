// A convolutional layer with 5 x 5 filters, stride 1 and zero padding, then ReLU; planes of channels, one output
// value per invocation, the output channel in z.
struct Layer { width: u32, height: u32, inputs: u32, outputs: u32 }

@group(0) @binding(0) var<uniform> layer: Layer;
@group(0) @binding(1) var<storage, read> image: array<f32>; // [input][y][x]
@group(0) @binding(2) var<storage, read> filters: array<f32>; // [output][input][5][5]
@group(0) @binding(3) var<storage, read> bias: array<f32>;
@group(0) @binding(4) var<storage, read_write> activations: array<f32>; // [output][y][x]

@compute @workgroup_size(4, 32)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= layer.width || id.y >= layer.height) {
    return;
  }
  let width = i32(layer.width);
  let height = i32(layer.height);
  var sum = bias[id.z];
  for (var c = 0u; c < layer.inputs; c++) {
    let plane = c * layer.width * layer.height;
    let taps = (id.z * layer.inputs + c) * 25u;
    for (var fy = 0; fy < 5; fy++) {
      let y = i32(id.y) + fy - 2;
      if (y < 0 || y >= height) {
        continue;
      }
      for (var fx = 0; fx < 5; fx++) {
        let x = i32(id.x) + fx - 2;
        if (x >= 0 && x < width) {
          sum += image[plane + u32(y * width + x)] * filters[taps + u32(fy * 5 + fx)];
        }
      }
    }
  }
  activations[(id.z * layer.height + id.y) * layer.width + id.x] = max(sum, 0.0);
}

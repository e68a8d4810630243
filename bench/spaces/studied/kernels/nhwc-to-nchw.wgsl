// Channels last to channels first, with a scale and an offset per channel on the way. Invocations follow the
// order of the input.
struct Shape { batch: u32, height: u32, width: u32, channels: u32 }

@group(0) @binding(0) var<uniform> shape: Shape;
@group(0) @binding(1) var<storage, read> input: array<f32>;
@group(0) @binding(2) var<storage, read> scale: array<f32>;
@group(0) @binding(3) var<storage, read> offset: array<f32>;
@group(0) @binding(4) var<storage, read_write> output: array<f32>;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let pixels = shape.height * shape.width;
  let total = shape.batch * pixels * shape.channels;
  if (id.x >= total) {
    return;
  }
  let channel = id.x % shape.channels;
  let pixel = (id.x / shape.channels) % pixels;
  let image = id.x / (shape.channels * pixels);
  output[(image * shape.channels + channel) * pixels + pixel] = input[id.x] * scale[channel] + offset[channel];
}

// A convolution of 3 × 3 taps over 32 channels: the loop over channels inside those over taps.
@group(0) @binding(0) var<storage, read> image: array<f32>;
@group(0) @binding(1) var<storage, read> weights: array<f32>;
@group(0) @binding(2) var<storage, read_write> features: array<f32>;

const SIZE = 512u;
const PADDED = SIZE + 2u;
const CHANNELS = 32u;

@compute @workgroup_size(32, 8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  var sum = 0.0;
  for (var v = 0u; v < 3u; v++) {
    for (var u = 0u; u < 3u; u++) {
      for (var channel = 0u; channel < CHANNELS; channel++) {
        let value = image[(channel * PADDED + id.y + v) * PADDED + id.x + u];
        sum += value * weights[(channel * 3u + v) * 3u + u];
      }
    }
  }
  features[id.y * SIZE + id.x] = sum;
}

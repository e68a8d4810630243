// A smoothing of 17 weighted neighbours, all read from the buffer.
@group(0) @binding(0) var<storage, read> samples: array<f32>;
@group(0) @binding(1) var<storage, read_write> smooth_samples: array<f32>;

const RADIUS = 8u;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  var sum = 0.0;
  for (var k = 0u; k <= 2u * RADIUS; k++) {
    let weight = f32(RADIUS + 1u - max(k, RADIUS) + min(k, RADIUS));
    sum += weight * samples[id.x + k];
  }
  smooth_samples[id.x] = sum;
}

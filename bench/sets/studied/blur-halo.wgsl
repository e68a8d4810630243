// A smoothing of 17 weighted neighbours, read from workgroup memory, where each value is put once.
@group(0) @binding(0) var<storage, read> samples: array<f32>;
@group(0) @binding(1) var<storage, read_write> smooth_samples: array<f32>;

const RADIUS = 8u;
const SIZE = 256u;

var<workgroup> tile: array<f32, SIZE + 2u * RADIUS>;

@compute @workgroup_size(SIZE)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
  tile[lane] = samples[id.x];
  if (lane < 2u * RADIUS) {
    tile[SIZE + lane] = samples[id.x + SIZE];
  }
  workgroupBarrier();
  var sum = 0.0;
  for (var k = 0u; k <= 2u * RADIUS; k++) {
    let weight = f32(RADIUS + 1u - max(k, RADIUS) + min(k, RADIUS));
    sum += weight * tile[lane + k];
  }
  smooth_samples[id.x] = sum;
}

struct Weights { weights: array<vec4<f32>, 5>, count: i32 }
@group(0) @binding(0) var<storage, read> source: array<f32>;
@group(0) @binding(1) var<storage, read_write> result: array<f32>;
@group(0) @binding(2) var<uniform> uniforms: Weights;

var<workgroup> window: array<f32, 144>;

fn valueAt(i: i32) -> f32 {
  return source[clamp(i, 0, uniforms.count - 1)];
}

@compute @workgroup_size(128)
fn main(
  @builtin(local_invocation_id) local: vec3<u32>,
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(global_invocation_id) id: vec3<u32>,
) {
  let lane = i32(local.x);
  let first = i32(group.x) * 128 - 8;
  for (var k = lane; k < 144; k += 128) {
    window[k] = valueAt(first + k);
  }
  workgroupBarrier();
  var sum = 0.0;
  for (var k = 0; k < 17; k++) {
    sum += uniforms.weights[k >> 2u][k & 3] * window[lane + k];
  }
  result[id.x] = sum;
}

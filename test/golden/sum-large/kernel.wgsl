// Reads only, far more than L2 holds.
@group(0) @binding(0) var<storage, read> a: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read_write> sums: array<f32>;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let value = a[id.x];
  let sum = value.x + value.y + value.z + value.w;
  if (sum > 1e9) {
    sums[0] = sum;
  }
}

// Two stores that fill each other's gaps, close enough to go to L2 together; and one that comes too late.
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read_write> b: array<f32>;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let value = a[id.x];
  b[4u * id.x] = value;
  b[4u * id.x + 1u] = value + 1.0;
  b[4u * id.x + 2u] = sqrt(value * value * value + 2.0 * value);
}

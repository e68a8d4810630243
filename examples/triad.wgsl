// STREAM triad: a[i] = b[i] + scalar * c[i]. Nothing but memory traffic: 12 bytes per element.
@group(0) @binding(0) var<storage, read_write> a: array<f32>;
@group(0) @binding(1) var<storage, read> b: array<f32>;
@group(0) @binding(2) var<storage, read> c: array<f32>;

override WORKGROUP: u32 = 256;

@compute @workgroup_size(WORKGROUP)
fn triad(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
  // A dispatch holds at most 65,535 workgroups per dimension, so the grid is two-dimensional.
  let i = id.y * groups.x * WORKGROUP + id.x;
  if (i < arrayLength(&a)) {
    a[i] = b[i] + 3.0 * c[i];
  }
}

// z = a x + y by few workgroups, each invocation stepping through the arrays.
@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read> y: array<f32>;
@group(0) @binding(2) var<storage, read_write> z: array<f32>;

override SIZE: u32;

@compute @workgroup_size(SIZE)
fn main(
  @builtin(global_invocation_id) id: vec3<u32>,
  @builtin(num_workgroups) groups: vec3<u32>,
) {
  for (var i = id.x; i < arrayLength(&z); i += groups.x * SIZE) {
    z[i] = 3.0 * x[i] + y[i];
  }
}

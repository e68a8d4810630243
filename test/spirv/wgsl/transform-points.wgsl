struct Transforms { view: mat4x4<f32>, model: mat4x4<f32>, normal: mat3x3<f32> }
@group(0) @binding(0) var<storage, read> points: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read_write> results: array<vec4<f32>>;
@group(0) @binding(2) var<uniform> transforms: Transforms;

@compute @workgroup_size(128)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let i = id.x;
  let point = transforms.view * (transforms.model * vec4<f32>(points[i].xyz, 1.0));
  let turned = transforms.normal * points[i].xyz;
  let corner = mat2x2<f32>(transforms.view[0].xy, transforms.view[1].xy);
  results[i] = point + vec4<f32>(turned, determinant(corner));
}

// Vertex skinning: four bones per vertex, matrices in storage, position and normal.
struct Vertex { position: vec3<f32>, bones: u32, normal: vec3<f32>, weights: u32 }
struct Skinned { position: vec4<f32>, normal: vec4<f32> }
@group(0) @binding(0) var<storage, read> vertices: array<Vertex>;
@group(0) @binding(1) var<storage, read> bones: array<mat4x4<f32>, 128>;
@group(0) @binding(2) var<storage, read_write> skinned: array<Skinned>;

@compute @workgroup_size(64)
fn skin(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= arrayLength(&vertices)) { return; }
  let v = vertices[id.x];
  let index = unpack4xU8(v.bones) & vec4<u32>(127u);
  let weight = unpack4x8unorm(v.weights);
  let m = bones[index.x] * weight.x + bones[index.y] * weight.y + bones[index.z] * weight.z + bones[index.w] * weight.w;
  skinned[id.x].position = m * vec4<f32>(v.position, 1.0);
  skinned[id.x].normal = vec4<f32>(normalize((m * vec4<f32>(v.normal, 0.0)).xyz), 0.0);
}

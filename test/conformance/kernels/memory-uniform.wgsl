struct Parameters {
  scale: f32,
  offset: i32,
  limits: vec4u,
  table: array<vec4f, 2>,
}
@group(0) @binding(0) var<storage, read> inputs: array<f32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<f32>;
@group(0) @binding(2) var<uniform> parameters: Parameters;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  let row = parameters.table[i % 2u];
  outputs[i] = inputs[i] * parameters.scale + f32(parameters.offset) + row[i % 4u] + f32(parameters.limits[i % 3u]);
}

struct Frame {
  view: mat4x3f,
  cell: vec2u,
}
@group(0) @binding(0) var<storage, read> inputs: array<f32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<f32>;
@group(0) @binding(2) var<uniform> frame: Frame;

fn project(frame_pointer: ptr<uniform, Frame>, p: vec4f) -> vec3f {
  return (*frame_pointer).view * p;
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  let p = project(&frame, vec4f(inputs[i], 1.0, 2.0, 3.0));
  outputs[2 * i] = p.x + p.y * 2.0 + frame.view[i % 4u][i % 3u];
  outputs[2 * i + 1] = p.z + f32(frame.cell[i % 2u]);
}

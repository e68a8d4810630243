override COUNT: u32 = 4u;
override SCALE: f32;
@id(7) override SHIFT: i32 = 1;
override FLAG: bool = false;
override DOUBLE = COUNT * 2u;
const BASE = 10u;
@group(0) @binding(0) var<storage, read> inputs: array<f32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  var x = inputs[i];
  for (var k = 0u; k < COUNT; k++) {
    x += SCALE;
  }
  if (FLAG) {
    x += f32(DOUBLE << u32(SHIFT)) + f32(BASE);
  }
  outputs[i] = x;
}

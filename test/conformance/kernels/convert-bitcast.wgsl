@group(0) @binding(0) var<storage, read> inputs: array<f32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  let x = inputs[i];
  outputs[3 * i] = bitcast<u32>(x);
  let v = bitcast<vec2<i32>>(vec2f(x, x * 2.0));
  outputs[3 * i + 1] = u32(v.y);
  outputs[3 * i + 2] = bitcast<u32>(bitcast<f32>(bitcast<u32>(x) ^ 0x80000000u));
}

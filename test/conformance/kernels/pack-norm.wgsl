@group(0) @binding(0) var<storage, read> inputs: array<f32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  let v = vec4f(inputs[i], inputs[255 - i], inputs[(i + 64u) % 256u], 0.25);
  outputs[4 * i] = pack4x8snorm(v);
  outputs[4 * i + 1] = pack4x8unorm(v);
  outputs[4 * i + 2] = pack2x16snorm(v.xy);
  outputs[4 * i + 3] = pack2x16unorm(v.yz);
}

@group(0) @binding(0) var<storage, read> packed: array<u32>;
@group(0) @binding(1) var<storage, read_write> results: array<vec4<u32>>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let i = id.x;
  let word = packed[i];
  var colour = unpack4x8unorm(word);
  let pair = unpack2x16snorm(word);
  colour = max(colour.wzyx, vec4<f32>(0.25));
  results[i] = vec4<u32>(pack4x8unorm(colour), pack2x16float(pair * 3.0), pack2x16snorm(clamp(pair, vec2<f32>(-0.5), vec2<f32>(0.5))), pack2x16unorm(colour.xy));
}

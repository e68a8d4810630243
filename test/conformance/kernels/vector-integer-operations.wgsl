@group(0) @binding(0) var<storage, read> inputs: array<u32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  let v = vec2i(bitcast<i32>(inputs[i]), bitcast<i32>(inputs[255 - i]));
  var w = (v >> vec2u(3u, i % 32u)) ^ ~v.yx;
  w = w / vec2i(7, -3) + w % 11;
  w = min(abs(w), vec2i(1 << 20u)) - clamp(v, vec2i(-5), vec2i(5)) * sign(v);
  outputs[2 * i] = u32(w.x);
  outputs[2 * i + 1] = u32(-w.y) << 2u;
}

@group(0) @binding(0) var<storage, read> inputs: array<u32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  let v = vec4u(inputs[i], inputs[255 - i], i, 7u);
  var w = v.wzyx + v.rrgg;
  w.y = v.x;
  w[2] = v[i % 4u];
  w[(i + 1u) % 4u] ^= 0xffu;
  outputs[4 * i] = w.x;
  outputs[4 * i + 1] = w.y;
  outputs[4 * i + 2] = w.zw.x;
  outputs[4 * i + 3] = w.xyz.brg.y + w.a;
}

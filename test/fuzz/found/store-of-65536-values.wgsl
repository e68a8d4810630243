@group(0) @binding(0) var<storage, read> inputs: array<u32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<array<u32, 65536>>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  let a = vec3u(inputs[i], inputs[255 - i], 3u);
  outputs[2 * i] = dot(a, a.zxy);
  outputs[2 * i + 1] = u32(dot(vec4i(a.xyzz), vec4i(1, -2, 3, -4)));
}

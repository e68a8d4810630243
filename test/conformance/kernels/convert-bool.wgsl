@group(0) @binding(0) var<storage, read> inputs: array<u32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  let a = inputs[2 * i];
  let yes = bool(a);
  outputs[4 * i] = u32(yes);
  outputs[4 * i + 1] = u32(i32(yes) - 1);
  outputs[4 * i + 2] = u32(bool(f32(a)));
  let v = vec3<bool>(yes, !yes, a == 3u);
  outputs[4 * i + 3] = u32(all(v)) + 2u * u32(any(v)) + 4u * u32(all(!v));
}

@group(0) @binding(0) var<storage, read> inputs: array<u32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  let a = inputs[2 * i];
  let b = inputs[2 * i + 1];
  outputs[6 * i] = min(a, b);
  outputs[6 * i + 1] = max(a, b);
  outputs[6 * i + 2] = u32(min(i32(a), i32(b)));
  outputs[6 * i + 3] = u32(max(i32(a), i32(b)));
  outputs[6 * i + 4] = clamp(a, 10u, 1000u);
  outputs[6 * i + 5] = u32(clamp(i32(a), -10, 1000));
}

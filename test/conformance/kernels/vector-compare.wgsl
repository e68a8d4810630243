@group(0) @binding(0) var<storage, read> inputs: array<u32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  let a = vec3u(inputs[i] % 4u, i % 4u, 2u);
  let b = a.yzx;
  let equal = a == b;
  let mixed = (a < b) | (equal & vec3<bool>(true, false, true));
  var flags = array<bool, 3>(equal.x, mixed.y, all(a >= b));
  flags[i % 3u] = !flags[i % 3u];
  outputs[i] = dot(select(vec3u(), vec3u(1u, 2u, 4u), mixed), vec3u(1u)) + u32(flags[0]) * 8u
    + u32(flags[1]) * 16u + u32(flags[2]) * 32u + u32(any(equal != mixed)) * 64u;
}

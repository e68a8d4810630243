// Division by a constant, by a value of the workgroup and by one of the lane, signed and unsigned.
@group(0) @binding(0) var<storage, read> a: array<u32>;
@group(0) @binding(1) var<storage, read_write> b: array<i32>;

@compute @workgroup_size(128)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
  let word = a[id.x];
  let signed = bitcast<i32>(word);
  b[id.x] = i32(word / 10u) + i32(word % groups.x) + signed / i32(id.x + 1u);
}

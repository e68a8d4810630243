struct Entry {
  key: u32,
  value: vec3f,
  hits: atomic<u32>,
}
@group(0) @binding(0) var<storage, read> inputs: array<f32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<f32>;
var<workgroup> entries: array<Entry, 16>;
var<workgroup> matrix: mat2x3f;

@compute @workgroup_size(16)
fn main(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) group: vec3u) {
  entries[i].key = 15u - i;
  entries[i].value = vec3f(inputs[group.x * 16u + i], 1.0, f32(i));
  if (i < 2u) {
    matrix[i] = vec3f(f32(i) + 1.0);
  }
  workgroupBarrier();
  let key = entries[i].key;
  atomicAdd(&entries[key / 2u].hits, key);
  entries[key].value.y += 4.0;
  workgroupBarrier();
  let v = matrix * entries[i].value.xy;
  outputs[group.x * 16u + i] = v.x + v.z * 2.0 + f32(atomicLoad(&entries[i].hits));
}

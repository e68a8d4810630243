// The sum of an array by one workgroup of 1024.
@group(0) @binding(0) var<storage, read> values: array<f32>;
@group(0) @binding(1) var<storage, read_write> result: array<f32>;
var<workgroup> scratch: array<f32, 1024>;
@compute @workgroup_size(1024)
fn main(@builtin(local_invocation_id) lid: vec3<u32>) {
  var sum = 0.0;
  let n = arrayLength(&values);
  for (var i = lid.x; i < n; i += 1024u) { sum += values[i]; }
  scratch[lid.x] = sum;
  workgroupBarrier();
  for (var s = 512u; s > 0u; s >>= 1u) {
    if (lid.x < s) { scratch[lid.x] += scratch[lid.x + s]; }
    workgroupBarrier();
  }
  if (lid.x == 0u) { result[0] = scratch[0]; }
}

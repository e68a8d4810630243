// Rows of a workgroup of 4 warps with and without work, behind which they meet. values: mask and value of the rows that work, turns.
struct V { values: vec4<u32> }
@group(0) @binding(0) var<uniform> v: V;
@group(0) @binding(1) var<storage, read_write> out: array<u32>;
@compute @workgroup_size(32, 4)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>, @builtin(local_invocation_index) index: u32) {
  var x = index + group.x; var y = x ^ 5u; var z = x ^ 9u; var w = x ^ 17u;
  if ((local.y & v.values.x) == v.values.y) {
    for (var t = 0u; t < v.values.z; t++) {
      x = (x << 3u) ^ (y & w); y = (y << 5u) ^ (z & x); z = (z << 7u) ^ (w & y); w = (w << 9u) ^ (x & z);
      x = (x << 3u) ^ (y | w); y = (y << 5u) ^ (z | x); z = (z << 7u) ^ (w | y); w = (w << 9u) ^ (x | z);
    }
  }
  workgroupBarrier();
  out[group.x * 128u + index] = x ^ y ^ z ^ w;
}

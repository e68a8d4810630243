// Decompresses blocks of 1024 integers kept as differences in zigzag bytes, four in a word: a workgroup unpacks a block
// and sums it up by a scan in workgroup memory, from the block's first value on.
@group(0) @binding(0) var<storage, read> differences: array<u32>;
@group(0) @binding(1) var<storage, read> firstValues: array<i32>;
@group(0) @binding(2) var<storage, read_write> values: array<vec4<i32>>;

var<workgroup> sums: array<i32, 256>;

@compute @workgroup_size(256)
fn undelta(
  @builtin(workgroup_id) block: vec3<u32>,
  @builtin(local_invocation_index) index: u32,
) {
  let word = differences[block.x * 256u + index];
  let zigzag = (vec4<u32>(word) >> vec4<u32>(0u, 8u, 16u, 24u)) & vec4<u32>(255u);
  var running = vec4<i32>(zigzag >> vec4<u32>(1u)) ^ -vec4<i32>(zigzag & vec4<u32>(1u));
  running.y += running.x;
  running.z += running.y;
  running.w += running.z;
  sums[index] = running.w;
  workgroupBarrier();
  for (var reach = 1u; reach < 256u; reach <<= 1u) {
    var add = 0;
    if (index >= reach) {
      add = sums[index - reach];
    }
    workgroupBarrier();
    sums[index] += add;
    workgroupBarrier();
  }
  let before = firstValues[block.x] + sums[index] - running.w;
  values[block.x * 256u + index] = running + before;
}

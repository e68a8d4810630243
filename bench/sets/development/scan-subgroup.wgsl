// Exclusive prefix sums of blocks of 1024 numbers: vectors of four in registers, subgroup scans, one sum per
// subgroup through workgroup memory.
enable subgroups;

@group(0) @binding(0) var<storage, read> input: array<vec4<u32>>;
@group(0) @binding(1) var<storage, read_write> output: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read_write> blockSums: array<u32>;

const SIZE = 256u;
const MOST_SUBGROUPS = 64u;
var<workgroup> subgroupSums: array<u32, MOST_SUBGROUPS>;

@compute @workgroup_size(SIZE)
fn main(
  @builtin(global_invocation_id) id: vec3<u32>,
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(local_invocation_index) index: u32,
  @builtin(subgroup_invocation_id) lane: u32,
  @builtin(subgroup_size) width: u32,
) {
  let v = input[id.x];
  let mine = v.x + v.y + v.z + v.w;
  let before = subgroupExclusiveAdd(mine);
  let subgroup = index / width;
  if (lane == width - 1u) {
    subgroupSums[subgroup] = before + mine;
  }
  workgroupBarrier();
  var sum = before;
  for (var i = 0u; i < subgroup; i++) {
    sum += subgroupSums[i];
  }
  output[id.x] = sum + vec4<u32>(0u, v.x, v.x + v.y, v.x + v.y + v.z);
  if (index == SIZE - 1u) {
    blockSums[group.x] = sum + mine;
  }
}

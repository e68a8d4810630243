// First pass over a CSV file: commas, line ends, quotes and digits in each part of 4 KiB. An invocation looks at
// sixteen bytes; counts are summed over the subgroup, then over the workgroup.
enable subgroups;

@group(0) @binding(0) var<storage, read> text: array<vec4<u32>>;
@group(0) @binding(1) var<storage, read_write> marks: array<vec4<u32>>; // of each workgroup

var<workgroup> commas: atomic<u32>;
var<workgroup> lines: atomic<u32>;
var<workgroup> quotes: atomic<u32>;
var<workgroup> digits: atomic<u32>;

fn classify(letter: u32) -> vec4<u32> {
  return vec4(
    u32(letter == 44u),
    u32(letter == 10u),
    u32(letter == 34u),
    u32(letter - 48u < 10u),
  );
}

@compute @workgroup_size(256)
fn main(
  @builtin(global_invocation_id) id: vec3<u32>,
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
  @builtin(subgroup_invocation_id) subgroupLane: u32,
) {
  var found = vec4<u32>(0u);
  if (id.x < arrayLength(&text)) {
    let piece = text[id.x];
    for (var i = 0u; i < 4u; i++) {
      let word = piece[i];
      found += classify(word & 127u);
      found += classify((word >> 8u) & 127u);
      found += classify((word >> 16u) & 127u);
      found += classify((word >> 24u) & 127u);
    }
  }
  let sum = subgroupAdd(found);
  if (subgroupLane == 0u) {
    atomicAdd(&commas, sum.x);
    atomicAdd(&lines, sum.y);
    atomicAdd(&quotes, sum.z);
    atomicAdd(&digits, sum.w);
  }
  workgroupBarrier();
  if (lane == 0u) {
    marks[group.x] = vec4(atomicLoad(&commas), atomicLoad(&lines), atomicLoad(&quotes), atomicLoad(&digits));
  }
}

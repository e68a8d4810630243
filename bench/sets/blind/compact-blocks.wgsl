// Stream compaction of points by a test: each block of 1024 keeps its survivors in order at its own start and
// says how many there are; ranks by subgroup scans.
enable subgroups;
struct Point { position: vec3<f32>, id: u32 }
@group(0) @binding(0) var<uniform> plane: vec4<f32>;
@group(0) @binding(1) var<storage, read> points: array<Point>;
@group(0) @binding(2) var<storage, read_write> kept: array<Point>;
@group(0) @binding(3) var<storage, read_write> kept_count: array<u32>;

const SIZE = 256u;
const PER = 4u;
var<workgroup> totals: array<u32, SIZE / 4>;

@compute @workgroup_size(SIZE)
fn compact(@builtin(workgroup_id) wg: vec3<u32>, @builtin(local_invocation_index) t: u32,
           @builtin(subgroup_size) width: u32, @builtin(subgroup_invocation_id) lane: u32) {
  let block = wg.x * SIZE * PER;
  let subgroup = t / width;
  let subgroups = SIZE / width;
  var written = 0u;
  for (var round = 0u; round < PER; round++) {
    let at = block + round * SIZE + t;
    var point: Point;
    var keep = false;
    if (at < arrayLength(&points)) {
      point = points[at];
      keep = dot(point.position, plane.xyz) > plane.w;
    }
    let rank = subgroupExclusiveAdd(u32(keep));
    let total = subgroupAdd(u32(keep));
    if (lane == 0u) { totals[subgroup] = total; }
    workgroupBarrier();
    var before = 0u;
    var all_kept = 0u;
    for (var s = 0u; s < subgroups; s++) {
      let n = totals[s];
      if (s < subgroup) { before += n; }
      all_kept += n;
    }
    if (keep) { kept[block + written + before + rank] = point; }
    written += all_kept;
    workgroupBarrier();
  }
  if (t == 0u) { kept_count[wg.x] = written; }
}

@group(0) @binding(0) var<storage, read> values: array<u32>;
@group(0) @binding(1) var<storage, read_write> sums: array<u32>;

var<workgroup> scan: array<array<u32, 256>, 2>;

@compute @workgroup_size(256)
fn main(@builtin(local_invocation_id) local: vec3<u32>, @builtin(global_invocation_id) id: vec3<u32>) {
  let lane = local.x;
  let at = id.x;
  var origin = 0u;
  scan[0][lane] = values[at];
  workgroupBarrier();
  for (var distance = 1u; distance < 256u; distance *= 2u) {
    var sum = scan[origin][lane];
    if (lane >= distance) {
      sum += scan[origin][lane - distance];
    }
    scan[1u - origin][lane] = sum;
    origin = 1u - origin;
    workgroupBarrier();
  }
  sums[at] = scan[origin][lane];
}

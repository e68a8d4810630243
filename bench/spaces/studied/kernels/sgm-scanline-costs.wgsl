// Semi-global stereo matching: sums costs along one scanline, forwards (y = 0) or backwards (y = 1), for 128 disparities.
// A workgroup walks a row of the image; each invocation keeps four disparities, packed as bytes in the volumes.
enable subgroups;

struct Volume {
  width: u32,
  height: u32,
  small: u32,   // penalty for a change by one
  large: u32,   // penalty for any other
}

const LANES = 32u;

@group(0) @binding(0) var<uniform> volume: Volume;
@group(0) @binding(1) var<storage, read> costs: array<u32>;
@group(0) @binding(2) var<storage, read_write> sums: array<u32>;

var<workgroup> firsts: array<u32, LANES>;
var<workgroup> lasts: array<u32, LANES>;
var<workgroup> minima: array<u32, LANES>;

@compute @workgroup_size(LANES)
fn walk(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32,
        @builtin(subgroup_invocation_id) inSubgroup: u32, @builtin(subgroup_size) subgroupSize: u32) {
  let row = group.x * volume.width;
  let out = group.y * volume.width * volume.height;
  let backwards = group.y == 1u;
  let subgroups = (LANES + subgroupSize - 1u) / subgroupSize;

  var previous = vec4<u32>(0u);
  for (var step = 0u; step < volume.width; step++) {
    let x = select(step, volume.width - 1u - step, backwards);
    let at = (row + x) * LANES + lane;
    let packed = costs[at];
    let cost = (vec4<u32>(packed) >> vec4<u32>(0u, 8u, 16u, 24u)) & vec4<u32>(63u);

    firsts[lane] = previous.x;
    lasts[lane] = previous.w;
    let least = subgroupMin(min(min(previous.x, previous.y), min(previous.z, previous.w)));
    if (inSubgroup == 0u) {
      minima[lane / subgroupSize] = least;
    }
    workgroupBarrier();

    var lowest = minima[0];
    for (var s = 1u; s < subgroups; s++) {
      lowest = min(lowest, minima[s]);
    }
    var below = 0xffffu;
    var above = 0xffffu;
    if (lane > 0u) {
      below = lasts[lane - 1u];
    }
    if (lane < LANES - 1u) {
      above = firsts[lane + 1u];
    }
    let fromBelow = vec4<u32>(below, previous.xyz) + volume.small;
    let fromAbove = vec4<u32>(previous.yzw, above) + volume.small;
    let jump = vec4<u32>(lowest + volume.large);
    previous = cost + min(min(previous, jump), min(fromBelow, fromAbove)) - lowest;
    workgroupBarrier();

    sums[out * LANES + at] = previous.x | (previous.y << 8u) | (previous.z << 16u) | (previous.w << 24u);
  }
}

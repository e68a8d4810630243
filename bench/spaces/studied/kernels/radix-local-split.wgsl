// First half of a radix pass: each workgroup sorts its 1024 keys and values by four bits, one bit at a time, and counts
// how many of each digit it has.
struct Pass {
  count: u32,
  shift: u32,
  tiles: u32,
}

@group(0) @binding(0) var<uniform> info: Pass;
@group(0) @binding(1) var<storage, read> keysIn: array<u32>;
@group(0) @binding(2) var<storage, read> valuesIn: array<u32>;
@group(0) @binding(3) var<storage, read_write> keysOut: array<u32>;
@group(0) @binding(4) var<storage, read_write> valuesOut: array<u32>;
@group(0) @binding(5) var<storage, read_write> digitCounts: array<u32>;   // [digit][tile]

const THREADS = 256u;
const PER = 4u;
const TILE = THREADS * PER;

var<workgroup> keys: array<u32, TILE>;
var<workgroup> values: array<u32, TILE>;
var<workgroup> sums: array<u32, THREADS>;
var<workgroup> counts: array<atomic<u32>, 16>;

@compute @workgroup_size(THREADS)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let first = group.x * TILE;
  for (var i = lane; i < TILE; i += THREADS) {
    if (first + i < info.count) {
      keys[i] = keysIn[first + i];
      values[i] = valuesIn[first + i];
    } else {
      keys[i] = 0xffffffffu;
      values[i] = 0u;
    }
  }
  workgroupBarrier();

  for (var bit = 0u; bit < 4u; bit++) {
    var k: array<u32, PER>;
    var v: array<u32, PER>;
    var zeros = 0u;
    for (var j = 0u; j < PER; j++) {
      k[j] = keys[lane * PER + j];
      v[j] = values[lane * PER + j];
      zeros += 1u - ((k[j] >> (info.shift + bit)) & 1u);
    }
    sums[lane] = zeros;
    workgroupBarrier();
    for (var offset = 1u; offset < THREADS; offset *= 2u) {
      var before = 0u;
      if (lane >= offset) {
        before = sums[lane - offset];
      }
      workgroupBarrier();
      sums[lane] += before;
      workgroupBarrier();
    }
    let total = sums[THREADS - 1u];
    var zeroPlace = sums[lane] - zeros;
    var onePlace = total + lane * PER - zeroPlace;
    for (var j = 0u; j < PER; j++) {
      var place: u32;
      if (((k[j] >> (info.shift + bit)) & 1u) == 0u) {
        place = zeroPlace;
        zeroPlace++;
      } else {
        place = onePlace;
        onePlace++;
      }
      keys[place] = k[j];
      values[place] = v[j];
    }
    workgroupBarrier();
  }

  for (var i = lane; i < TILE; i += THREADS) {
    if (first + i < info.count) {
      keysOut[first + i] = keys[i];
      valuesOut[first + i] = values[i];
      atomicAdd(&counts[(keys[i] >> info.shift) & 15u], 1u);
    }
  }
  workgroupBarrier();
  if (lane < 16u) {
    digitCounts[lane * info.tiles + group.x] = atomicLoad(&counts[lane]);
  }
}

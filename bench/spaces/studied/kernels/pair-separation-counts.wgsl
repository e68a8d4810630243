// Pair counts for the two-point correlation function of galaxies in a periodic box. Places are whole numbers of
// 1/16384 of the box's side; separations fall into bins of half an octave of their squares. Each workgroup compares
// its galaxies with a share of all others and adds its counts to the common ones.
const GROUP = 256u;
const BINS = 48u;
const SIDE = 16384;

override GALAXIES: u32; // a multiple of GROUP * SHARES
override SHARES: u32 = 16;
override REACH: i32 = 3000;

@group(0) @binding(0) var<storage, read> places: array<vec4<u32>>; // x, y, z below SIDE; w unused
@group(0) @binding(1) var<storage, read_write> counts: array<atomic<u32>>;

var<workgroup> others: array<vec3<i32>, GROUP>;
var<workgroup> bins: array<atomic<u32>, BINS>;

fn wrap(d: vec3<i32>) -> vec3<i32> {
  return ((d + SIDE / 2) & vec3<i32>(SIDE - 1)) - SIDE / 2;
}

@compute @workgroup_size(GROUP)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
  if (lane < BINS) {
    atomicStore(&bins[lane], 0u);
  }
  let mine = group.x * GROUP + lane;
  let place = vec3<i32>(places[mine].xyz);
  let share = GALAXIES / SHARES;
  let first = group.y * share;
  let limit = u32(REACH * REACH);

  for (var start = first; start < first + share; start += GROUP) {
    workgroupBarrier();
    others[lane] = vec3<i32>(places[start + lane].xyz);
    workgroupBarrier();
    for (var i = 0u; i < GROUP; i++) {
      let d = wrap(place - others[i]);
      let square = u32(d.x * d.x + d.y * d.y + d.z * d.z);
      if (square < limit && square > 0u) {
        let octave = firstLeadingBit(square);
        let half = ((square << 1u) >> octave) & 1u;
        atomicAdd(&bins[min(2u * octave + half, BINS - 1u)], 1u);
      }
    }
  }
  workgroupBarrier();
  if (lane < BINS) {
    let count = atomicLoad(&bins[lane]);
    if (count > 0u) {
      atomicAdd(&counts[lane], count);
    }
  }
}

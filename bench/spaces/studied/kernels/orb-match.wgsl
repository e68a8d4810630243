// Brute-force matching of binary descriptors (ORB, BRIEF: 256 bits) by Hamming distance, with Lowe's ratio test.
// A workgroup holds four descriptors of one image in registers and runs through all those of the other.
enable subgroups;

struct Sizes {
  queries: u32,
  candidates: u32,
  ratio_percent: u32,  // the best has to be that much nearer than the second
  farthest: u32,
}

@group(0) @binding(0) var<uniform> sizes: Sizes;
@group(0) @binding(1) var<storage, read> queries: array<vec4<u32>>;     // two per descriptor
@group(0) @binding(2) var<storage, read> candidates: array<vec4<u32>>;
@group(0) @binding(3) var<storage, read_write> matches: array<vec2<i32>>;  // candidate or -1, distance

const THREADS = 128u;
const PER_GROUP = 4u;
const MOST_SUBGROUPS = THREADS / 4u;
const NONE = 0xffffffffu;

var<workgroup> nearest: array<vec2<u32>, PER_GROUP * MOST_SUBGROUPS>;

fn hamming(a_low: vec4<u32>, a_high: vec4<u32>, b_low: vec4<u32>, b_high: vec4<u32>) -> u32 {
  let bits = countOneBits(a_low ^ b_low) + countOneBits(a_high ^ b_high);
  return bits.x + bits.y + bits.z + bits.w;
}

@compute @workgroup_size(THREADS)
fn match_descriptors(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
  @builtin(subgroup_size) subgroup_size: u32,
  @builtin(subgroup_invocation_id) subgroup_lane: u32,
) {
  var low: array<vec4<u32>, PER_GROUP>;
  var high: array<vec4<u32>, PER_GROUP>;
  var best: array<u32, PER_GROUP>;    // distance << 20 | candidate
  var second: array<u32, PER_GROUP>;
  for (var q = 0u; q < PER_GROUP; q++) {
    let query = min(group.x * PER_GROUP + q, sizes.queries - 1u);
    low[q] = queries[2u * query];
    high[q] = queries[2u * query + 1u];
    best[q] = NONE;
    second[q] = NONE;
  }

  for (var c = lane; c < sizes.candidates; c += THREADS) {
    let candidate_low = candidates[2u * c];
    let candidate_high = candidates[2u * c + 1u];
    for (var q = 0u; q < PER_GROUP; q++) {
      let key = (hamming(low[q], high[q], candidate_low, candidate_high) << 20u) | c;
      second[q] = min(second[q], max(best[q], key));
      best[q] = min(best[q], key);
    }
  }

  let subgroup = lane / subgroup_size;
  for (var q = 0u; q < PER_GROUP; q++) {
    let first = subgroupMin(best[q]);
    let next = subgroupMin(select(best[q], second[q], best[q] == first));
    if (subgroup_lane == 0u) {
      nearest[q * MOST_SUBGROUPS + subgroup] = vec2<u32>(first, next);
    }
  }
  workgroupBarrier();

  let query = group.x * PER_GROUP + lane;
  if (lane < PER_GROUP && query < sizes.queries) {
    var two = vec2<u32>(NONE);
    let subgroups = (THREADS + subgroup_size - 1u) / subgroup_size;
    for (var s = 0u; s < subgroups; s++) {
      let other = nearest[lane * MOST_SUBGROUPS + s];
      two = vec2<u32>(min(two.x, other.x), min(max(two.x, other.x), min(two.y, other.y)));
    }
    let distance = two.x >> 20u;
    let accepted = distance <= sizes.farthest && distance * 100u < (two.y >> 20u) * sizes.ratio_percent;
    matches[query] = vec2<i32>(select(-1, i32(two.x & 0xfffffu), accepted), i32(distance));
  }
}

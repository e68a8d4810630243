// First phase of sample sort: finds for every key which of 256 buckets it belongs to, by descending a tree of 255
// sorted splitters in workgroup memory, and how many keys of each workgroup go to each bucket.
const GROUP = 256u;

override QUADS: u32 = 4; // of keys per invocation

struct Sizes {
  quads: u32,
  groups: u32,
}

@group(0) @binding(0) var<uniform> sizes: Sizes;
@group(0) @binding(1) var<storage, read> splitters: array<u32>;
@group(0) @binding(2) var<storage, read> keys: array<vec4u>;
@group(0) @binding(3) var<storage, read_write> buckets: array<u32>; // four to a word
@group(0) @binding(4) var<storage, read_write> counts: array<u32>;  // [bucket][workgroup]

var<workgroup> tree: array<u32, GROUP>; // the children of k are 2 k and 2 k + 1
var<workgroup> tally: array<atomic<u32>, GROUP>;

fn descend(key: u32) -> u32 {
  var node = 1u;
  for (var level = 0u; level < 8u; level++) {
    node = 2u * node + select(0u, 1u, key >= tree[node]);
  }
  return node - GROUP;
}

@compute @workgroup_size(GROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  atomicStore(&tally[lane], 0u);
  if (lane > 0u) {
    // Node `lane` of depth d stands in the middle of one of 2^d equal parts of the splitters.
    let depth = firstLeadingBit(lane);
    let part = lane - (1u << depth);
    tree[lane] = splitters[((2u * part + 1u) << (7u - depth)) - 1u];
  }
  workgroupBarrier();

  let first = group.x * GROUP * QUADS;
  for (var i = 0u; i < QUADS; i++) {
    let quad = first + i * GROUP + lane;
    if (quad < sizes.quads) {
      let four = keys[quad];
      let b = vec4u(descend(four.x), descend(four.y), descend(four.z), descend(four.w));
      atomicAdd(&tally[b.x], 1u);
      atomicAdd(&tally[b.y], 1u);
      atomicAdd(&tally[b.z], 1u);
      atomicAdd(&tally[b.w], 1u);
      buckets[quad] = b.x | (b.y << 8u) | (b.z << 16u) | (b.w << 24u);
    }
  }
  workgroupBarrier();
  counts[lane * sizes.groups + group.x] = atomicLoad(&tally[lane]);
}

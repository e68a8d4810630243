// Sizes of intersections of compressed bitmaps (Roaring): pairs of containers of 2^16 bits that are bitmaps, arrays
// of 16-bit values or runs. The left one is expanded in workgroup memory, the right one probes it.
struct Container { kind: u32, slot: u32, size: u32 }

@group(0) @binding(0) var<storage, read> pool: array<u32>;
@group(0) @binding(1) var<storage, read> containers: array<Container>;
@group(0) @binding(2) var<storage, read> pairs: array<vec2<u32>>;
@group(0) @binding(3) var<storage, read_write> cardinalities: array<u32>;

override SLOTS: u32 = 4096;
const WORDS = 2048u;
const LANES = 128u;
const ARRAY_MOST = 4096u;
const RUNS_MOST = 256u;

var<workgroup> bitmap: array<atomic<u32>, WORDS>;
var<workgroup> total: atomic<u32>;

fn maskOf(word: u32, first: u32, last: u32) -> u32 { // the bits of first to last that lie in a word
  let low = max(first, 32u * word) & 31u;
  let high = min(last, 32u * word + 31u) & 31u;
  return (0xffffffffu << low) & (0xffffffffu >> (31u - high));
}

fn setRange(first: u32, last: u32) {
  for (var word = first >> 5u; word <= last >> 5u; word++) {
    atomicOr(&bitmap[word], maskOf(word, first, last));
  }
}

fn countRange(first: u32, last: u32) -> u32 {
  var count = 0u;
  for (var word = first >> 5u; word <= last >> 5u; word++) {
    count += countOneBits(atomicLoad(&bitmap[word]) & maskOf(word, first, last));
  }
  return count;
}

fn lastOf(run: u32) -> u32 { // the low half is where a run starts, the high half its length, at most 256 here
  return min((run & 0xffffu) + ((run >> 16u) & 0xffu), 0xffffu);
}

@compute @workgroup_size(LANES)
fn intersect(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
  let pair = pairs[group.x];
  let left = containers[pair.x];
  let right = containers[pair.y];
  let a = (left.slot % SLOTS) * WORDS;
  let b = (right.slot % SLOTS) * WORDS;
  let kindA = left.kind % 4u;
  let kindB = right.kind % 4u;

  if (kindA < 2u) {
    for (var i = lane; i < WORDS; i += LANES) {
      atomicStore(&bitmap[i], pool[a + i]);
    }
  } else if (kindA == 2u) {
    for (var i = lane; i < (left.size % ARRAY_MOST) / 2u; i += LANES) {
      let two = pool[a + i];
      atomicOr(&bitmap[(two & 0xffffu) >> 5u], 1u << (two & 31u));
      atomicOr(&bitmap[two >> 21u], 1u << ((two >> 16u) & 31u));
    }
  } else {
    for (var i = lane; i < left.size % RUNS_MOST; i += LANES) {
      setRange(pool[a + i] & 0xffffu, lastOf(pool[a + i]));
    }
  }
  workgroupBarrier();

  var count = 0u;
  if (kindB < 2u) {
    for (var i = lane; i < WORDS; i += LANES) {
      count += countOneBits(atomicLoad(&bitmap[i]) & pool[b + i]);
    }
  } else if (kindB == 2u) {
    for (var i = lane; i < (right.size % ARRAY_MOST) / 2u; i += LANES) {
      let two = pool[b + i];
      count += (atomicLoad(&bitmap[(two & 0xffffu) >> 5u]) >> (two & 31u)) & 1u;
      count += (atomicLoad(&bitmap[two >> 21u]) >> ((two >> 16u) & 31u)) & 1u;
    }
  } else {
    for (var i = lane; i < right.size % RUNS_MOST; i += LANES) {
      count += countRange(pool[b + i] & 0xffffu, lastOf(pool[b + i]));
    }
  }
  atomicAdd(&total, count);
  workgroupBarrier();
  if (lane == 0u) {
    cardinalities[group.x] = atomicLoad(&total);
  }
}

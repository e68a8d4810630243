// Segmented sieve of Eratosthenes: each workgroup strikes out multiples among 65,536 odd numbers, one bit each in
// workgroup memory; all lanes share the work of a small prime, a large prime belongs to one lane.
@group(0) @binding(0) var<storage, read> primes: array<u32>; // odd ones, ascending
@group(0) @binding(1) var<storage, read_write> sieve: array<u32>;
@group(0) @binding(2) var<storage, read_write> counts: array<u32>;

override SMALL: u32 = 64; // how many primes are shared by the lanes
const WORDS = 2048u;
const BITS = 32u * WORDS;
const LANES = 256u;

var<workgroup> composite: array<atomic<u32>, WORDS>;
var<workgroup> found: atomic<u32>;

// The bit of the first odd multiple of p in the segment that is not below p squared.
fn firstBit(p: u32, start: u32) -> u32 {
  let square = p * p;
  if (square >= start) {
    return (square - start) / 2u;
  }
  let over = start % p;
  var gap = select(p - over, 0u, over == 0u);
  if ((gap & 1u) == 1u) {
    gap += p;
  }
  return gap / 2u;
}

@compute @workgroup_size(LANES)
fn sieveSegment(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
  let start = 2u * BITS * group.x + 1u;
  let last = start + 2u * (BITS - 1u);
  let all = arrayLength(&primes);

  for (var k = 0u; k < min(SMALL, all); k++) {
    let p = primes[k];
    if (p * p > last) {
      break;
    }
    for (var bit = firstBit(p, start) + lane * p; bit < BITS; bit += LANES * p) {
      atomicOr(&composite[bit >> 5u], 1u << (bit & 31u));
    }
  }
  for (var k = SMALL + lane; k < all; k += LANES) {
    let p = primes[k];
    if (p * p > last) {
      break;
    }
    for (var bit = firstBit(p, start); bit < BITS; bit += p) {
      atomicOr(&composite[bit >> 5u], 1u << (bit & 31u));
    }
  }
  workgroupBarrier();

  var mine = 0u;
  for (var w = lane; w < WORDS; w += LANES) {
    var rest = ~atomicLoad(&composite[w]);
    if (group.x == 0u && w == 0u) {
      rest &= ~1u; // 1 is no prime
    }
    sieve[group.x * WORDS + w] = rest;
    mine += countOneBits(rest);
  }
  atomicAdd(&found, mine);
  workgroupBarrier();
  if (lane == 0u) {
    counts[group.x] = atomicLoad(&found);
  }
}

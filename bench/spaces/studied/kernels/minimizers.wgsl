// Minimizers of a genome of two bits per base: for every window of W consecutive k-mers, the place of the one
// whose canonical form (the lesser of itself and its reverse complement) has the smallest hash.
override WINDOWS: u32;
const K = 15u;
const W = 11u;
const MASK = (1u << (2u * K)) - 1u;

@group(0) @binding(0) var<storage, read> genome: array<u32>; // 16 bases per word, the first in the lowest bits
@group(0) @binding(1) var<storage, read_write> places: array<u32>;

fn kmer(at: u32) -> u32 {
  let shift = 2u * (at % 16u);
  var bits = genome[at / 16u] >> shift;
  if (shift > 2u) {
    bits |= genome[at / 16u + 1u] << (32u - shift);
  }
  return bits & MASK;
}

fn reverseComplement(bits: u32) -> u32 {
  // reversing single bits turns each pair round as well
  let reversed = reverseBits(~bits) >> (32u - 2u * K);
  return ((reversed & 0x55555555u) << 1u) | ((reversed >> 1u) & 0x55555555u);
}

fn hash(bits: u32) -> u32 {
  var h = bits * 0xcc9e2d51u;
  h = (h << 15u) | (h >> 17u);
  h *= 0x1b873593u;
  h ^= h >> 16u;
  h *= 0x85ebca6bu;
  return h ^ (h >> 13u);
}

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let first = id.x;
  if (first >= WINDOWS) {
    return;
  }
  var least = 0xffffffffu;
  var place = first;
  for (var i = 0u; i < W; i++) {
    let bits = kmer(first + i);
    let value = hash(min(bits, reverseComplement(bits) & MASK));
    if (value < least) {
      least = value;
      place = first + i;
    }
  }
  places[first] = place;
}

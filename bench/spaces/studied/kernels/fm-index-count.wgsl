// How often short reads occur in a genome, by backward search in an FM-index: the transformed text is kept as two
// planes of bits in blocks of 32 bases, and for each block there is how often each base came before.
override QUERIES: u32;
override LENGTH: u32 = 24; // bases of a read, at most 32
override SIZE: u32 = 128;

struct Index {
  bases: u32, // in the text, a multiple of 32
  before: vec4<u32>, // rows whose suffixes begin with a smaller base
}

@group(0) @binding(0) var<uniform> index: Index;
@group(0) @binding(1) var<storage, read> planes: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read> ranks_a: array<u32>;
@group(0) @binding(3) var<storage, read> ranks_c: array<u32>;
@group(0) @binding(4) var<storage, read> ranks_g: array<u32>;
@group(0) @binding(5) var<storage, read> ranks_t: array<u32>;
@group(0) @binding(6) var<storage, read> queries: array<vec2<u32>>; // two bits a base
@group(0) @binding(7) var<storage, read_write> found: array<u32>;

// How often a base stands among the first `row` rows.
fn rank(base: u32, row: u32) -> u32 {
  let block = row >> 5u;
  var count = 0u;
  switch (base) {
    case 0u: { count = ranks_a[block]; }
    case 1u: { count = ranks_c[block]; }
    case 2u: { count = ranks_g[block]; }
    default: { count = ranks_t[block]; }
  }
  let rest = row & 31u;
  if (rest > 0u) {
    let bits = planes[block];
    let low = select(~bits.x, bits.x, (base & 1u) != 0u);
    let high = select(~bits.y, bits.y, (base & 2u) != 0u);
    count += countOneBits(low & high & ((1u << rest) - 1u));
  }
  return count;
}

@compute @workgroup_size(SIZE)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= QUERIES) {
    return;
  }
  let read = queries[id.x];
  var low = 0u;
  var high = index.bases;
  for (var i = LENGTH; i > 0u; i--) {
    let at = i - 1u;
    let word = select(read.x, read.y, at >= 16u);
    let base = (word >> (2u * (at & 15u))) & 3u;
    let start = index.before[base];
    low = min(start + rank(base, low), index.bases);
    high = min(start + rank(base, high), index.bases);
    if (low >= high) {
      break;
    }
  }
  found[id.x] = select(0u, high - low, high > low);
}

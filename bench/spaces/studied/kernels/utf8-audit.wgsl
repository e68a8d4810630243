// Validates UTF-8, four bytes at a time by masks in the top bits of bytes, and counts code points, UTF-16 units and
// errors: 16 bytes per invocation, a mask of the wrong bytes for each, totals over all of the text.
@group(0) @binding(0) var<storage, read> text: array<vec4<u32>>;
@group(0) @binding(1) var<storage, read_write> wrong: array<u32>;
@group(0) @binding(2) var<storage, read_write> totals: array<atomic<u32>, 4>;

const TOP = 0x80808080u;
const REST = 0x7f7f7f7fu;

var<workgroup> sums: array<atomic<u32>, 3>;

fn equalBytes(word: u32, pattern: u32) -> u32 {
  let x = word ^ pattern;
  return ~(((x & REST) + REST) | x | REST);
}

fn before(word: u32, previous: u32, bytes: u32) -> u32 {
  return (word << (8u * bytes)) | (previous >> (32u - 8u * bytes));
}

fn leads(word: u32, ones: u32) -> u32 {
  var mask = word & TOP;
  for (var i = 1u; i < ones; i++) {
    mask &= word << i;
  }
  return mask;
}

fn errors(word: u32, previous: u32) -> u32 {
  let one = before(word, previous, 1u);
  let two = before(word, previous, 2u);
  let three = before(word, previous, 3u);
  let continues = word & ~(word << 1u) & TOP;
  let expected = leads(one, 2u) | leads(two, 3u) | leads(three, 4u);
  var bad = continues ^ expected;
  bad |= leads(word, 5u);                                         // F8 and above
  bad |= equalBytes(word & 0xfefefefeu, 0xc0c0c0c0u);             // C0, C1: overlong
  let high = word & (word << 2u) & TOP;                           // A0 and above among continuations
  bad |= equalBytes(one, 0xededededu) & high;                     // surrogates
  bad |= equalBytes(one, 0xe0e0e0e0u) & ~(word << 2u) & TOP;      // overlong in three bytes
  let tens = word & ((word << 2u) | (word << 3u)) & TOP;          // 90 and above
  bad |= equalBytes(one, 0xf0f0f0f0u) & ~tens & TOP;              // overlong in four
  bad |= equalBytes(one, 0xf4f4f4f4u) & tens;                     // above 10FFFF
  return bad;
}

@compute @workgroup_size(256)
fn audit(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
  let i = id.x;
  let valid = i < arrayLength(&text);
  if (valid) {
    let block = text[i];
    var previous = 0u;
    if (i > 0u) {
      previous = text[i - 1u].w;
    }
    var points = 0u;
    var units = 0u;
    var map = 0u;
    for (var k = 0u; k < 4u; k++) {
      let word = block[k];
      if (((word | previous) & TOP) == 0u) { // nothing but ASCII
        points += 4u;
        units += 4u;
      } else {
        let starts = ~(word & ~(word << 1u)) & TOP;
        points += countOneBits(starts);
        units += countOneBits(starts) + countOneBits(leads(word, 4u));
        let bad = errors(word, previous) >> 7u;
        map |= ((bad * 0x10204080u) >> 28u) << (4u * k); // one bit per byte
      }
      previous = word;
    }
    wrong[i] = map;
    atomicAdd(&sums[0], points);
    atomicAdd(&sums[1], units);
    if (map != 0u) {
      atomicAdd(&sums[2], countOneBits(map));
    }
  }
  workgroupBarrier();
  if (lane < 3u) {
    atomicAdd(&totals[lane], atomicLoad(&sums[lane]));
  }
}

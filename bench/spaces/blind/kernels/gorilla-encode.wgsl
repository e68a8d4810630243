// Gorilla compression of sensor readings: each value is XORed with the one before it, and
// of the result only the bits between its leading and trailing zeros are written.
// One invocation encodes one chunk into a slot of fixed size.

struct Layout {
  chunks: u32,
  samples: u32,      // per chunk
  slot_words: u32,   // room for a chunk at its worst
  unit: f32,         // of a raw count
  offset: f32,
}

@group(0) @binding(0) var<storage, read> counts: array<u32>;
@group(0) @binding(1) var<storage, read_write> stream: array<u32>;
@group(0) @binding(2) var<storage, read_write> bit_lengths: array<u32>;
@group(0) @binding(3) var<uniform> plan: Layout;

// The bit writer: words are filled from their highest bit on.
var<private> word: u32;
var<private> filled: u32;
var<private> at: u32;

fn put(value: u32, bits: u32) {
  let room = 32u - filled;
  if (bits < room) {
    word |= value << (room - bits);
    filled += bits;
  } else {
    let rest = bits - room;
    stream[at] = word | (value >> rest);
    at += 1u;
    filled = rest;
    word = 0u;
    if (rest > 0u) {
      word = value << (32u - rest);
    }
  }
}

fn reading(index: u32) -> u32 {
  return bitcast<u32>(plan.offset + plan.unit * f32(counts[index]));
}

@compute @workgroup_size(64)
fn encode(@builtin(global_invocation_id) gid: vec3<u32>) {
  let chunk = gid.x;
  if (chunk >= plan.chunks) {
    return;
  }
  let first = chunk * plan.samples;
  let slot = chunk * plan.slot_words;
  word = 0u;
  filled = 0u;
  at = slot;

  var previous = reading(first);
  put(previous, 32u);

  // The window of meaningful bits that was written last; none yet.
  var leading = 32u;
  var trailing = 0u;
  for (var i = 1u; i < plan.samples; i++) {
    let current = reading(first + i);
    let change = current ^ previous;
    previous = current;
    if (change == 0u) {
      put(0u, 1u);
      continue;
    }
    let zeros_before = countLeadingZeros(change);
    let zeros_behind = countTrailingZeros(change);
    if (leading < 32u && zeros_before >= leading && zeros_behind >= trailing) {
      put(2u, 2u);
      put(change >> trailing, 32u - leading - trailing);
    } else {
      leading = zeros_before;
      trailing = zeros_behind;
      let length = 32u - leading - trailing;
      put((3u << 10u) | (leading << 5u) | (length - 1u), 12u);
      put(change >> trailing, length);
    }
  }

  bit_lengths[chunk] = (at - slot) * 32u + filled;
  if (filled > 0u) {
    stream[at] = word;
  }
}

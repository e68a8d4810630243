// rANS entropy decoder: every invocation decodes its own stream (32-bit state, 16-bit renormalisation,
// probabilities in 1/4096). Symbols of four steps are packed in a word; words of all streams are interleaved.

const PROB_BITS : u32 = 12u;
const PROB_SIZE : u32 = 1u << PROB_BITS;
const ALPHABET : u32 = 32u;
const STATE_LOW : u32 = 1u << 16u;
const LANES : u32 = 128u;

struct Header {
  streams : u32,
  symbols : u32,      // per stream, a multiple of 4
  stream_words : u32, // words of payload per stream
}

@group(0) @binding(0) var<uniform> header : Header;
@group(0) @binding(1) var<uniform> frequencies : array<vec4<u32>, ALPHABET / 4u>;
@group(0) @binding(2) var<storage, read> states : array<u32>;
@group(0) @binding(3) var<storage, read> payload : array<u32>;
@group(0) @binding(4) var<storage, read_write> decoded : array<u32>;

var<workgroup> slot_symbols : array<u32, PROB_SIZE / 4u>; // a byte for each slot
var<workgroup> starts : array<u32, ALPHABET + 1u>;

fn frequency(symbol : u32) -> u32 {
  return frequencies[symbol / 4u][symbol % 4u];
}

@compute @workgroup_size(LANES)
fn decode(@builtin(global_invocation_id) gid : vec3<u32>,
          @builtin(local_invocation_index) lane : u32) {
  if (lane == 0u) {
    var sum = 0u;
    for (var s = 0u; s < ALPHABET; s++) {
      starts[s] = sum;
      sum += frequency(s);
    }
    starts[ALPHABET] = sum;
  }
  workgroupBarrier();
  for (var word = lane; word < PROB_SIZE / 4u; word += LANES) {
    var packed = 0u;
    for (var b = 0u; b < 4u; b++) {
      let slot = word * 4u + b;
      var s = 0u;
      while (s < ALPHABET - 1u && starts[s + 1u] <= slot) {
        s++;
      }
      packed |= s << (8u * b);
    }
    slot_symbols[word] = packed;
  }
  workgroupBarrier();

  let stream = gid.x;
  if (stream >= header.streams) {
    return;
  }
  let base = stream * header.stream_words;
  let halves = header.stream_words * 2u;
  var state = states[stream] | STATE_LOW;
  var position = 0u;
  for (var i = 0u; i < header.symbols; i += 4u) {
    var packed = 0u;
    for (var b = 0u; b < 4u; b++) {
      let slot = state & (PROB_SIZE - 1u);
      let symbol = (slot_symbols[slot / 4u] >> (8u * (slot % 4u))) & 0xffu;
      packed |= symbol << (8u * b);
      let start = starts[symbol];
      state = (starts[symbol + 1u] - start) * (state >> PROB_BITS) + slot - start;
      if (state < STATE_LOW) {
        var next = 0u;
        if (position < halves) {
          next = (payload[base + position / 2u] >> (16u * (position & 1u))) & 0xffffu;
          position++;
        }
        state = (state << 16u) | next;
      }
    }
    decoded[(i / 4u) * header.streams + stream] = packed;
  }
}

// Decodes blocks of move-to-front ranks. A rank r is stored as an Elias gamma code of r + 1 whose run of
// zeros ends at 4 at the latest: z zeros, a one (if z < 4), z bits. One invocation decodes one block into
// up to 256 symbols, four in a word.
const SYMBOLS = 32u;
const BLOCK = 256u;

@group(0) @binding(0) var<storage, read> starts: array<u32>;   // first word of each block, and the end
@group(0) @binding(1) var<storage, read> stream: array<u32>;   // highest bit first
@group(0) @binding(2) var<storage, read_write> symbols: array<u32>;
@group(0) @binding(3) var<storage, read_write> lengths: array<u32>;

// The 32 bits from a bit on; zeros after the end.
fn peek(word: u32, bit: u32, end: u32) -> u32 {
  var bits = stream[word] << bit;
  if (bit > 0u && word + 1u < end) {
    bits |= stream[word + 1u] >> (32u - bit);
  }
  return bits;
}

@compute @workgroup_size(64)
fn decode(@builtin(global_invocation_id) id: vec3<u32>) {
  let block = id.x;
  if (block + 1u >= arrayLength(&starts)) {
    return;
  }
  var table: array<u32, 32>;
  for (var s = 0u; s < SYMBOLS; s++) {
    table[s] = s + 65u;
  }

  var word = starts[block];
  let end = min(starts[block + 1u], arrayLength(&stream));
  var bit = 0u;
  var count = 0u;
  var pending = 0u;
  while (word < end && count < BLOCK) {
    let bits = peek(word, bit, end);
    let zeros = min(countLeadingZeros(bits), 4u);
    let prefix = zeros + select(0u, 1u, zeros < 4u);
    let rank = (1u << zeros) + extractBits(bits, 32u - prefix - zeros, zeros) - 1u;
    bit += prefix + zeros;
    word += bit >> 5u;
    bit &= 31u;

    let symbol = table[rank];
    for (var i = rank; i > 0u; i--) {
      table[i] = table[i - 1u];
    }
    table[0] = symbol;

    pending |= symbol << (8u * (count & 3u));
    count++;
    if ((count & 3u) == 0u) {
      symbols[block * (BLOCK / 4u) + count / 4u - 1u] = pending;
      pending = 0u;
    }
  }
  if ((count & 3u) != 0u) {
    symbols[block * (BLOCK / 4u) + count / 4u] = pending;
  }
  lengths[block] = count;
}

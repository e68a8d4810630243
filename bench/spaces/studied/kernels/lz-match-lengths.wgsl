// For a dictionary coder: how many bytes, up to 64, at each place of a text are the same as those at its candidate
// some way back. Words are compared four bytes at a time from places that need not be aligned.
const LONGEST = 64u;

override BYTES: u32; // a multiple of 4
override SIZE: u32 = 256;

@group(0) @binding(0) var<storage, read> text: array<u32>;
@group(0) @binding(1) var<storage, read> distances: array<u32>; // less 1
@group(0) @binding(2) var<storage, read_write> lengths: array<u32>;

fn four_bytes(at: u32) -> u32 {
  let word = at >> 2u;
  let shift = 8u * (at & 3u);
  let low = text[word];
  if (shift == 0u) {
    return low;
  }
  let high = text[min(word + 1u, BYTES / 4u - 1u)];
  return (low >> shift) | (high << (32u - shift));
}

@compute @workgroup_size(SIZE)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let at = id.x;
  if (at >= BYTES) {
    return;
  }
  let distance = distances[at] + 1u;
  var length = 0u;
  if (distance <= at) {
    let most = min(LONGEST, BYTES - at);
    while (length < most) {
      let different = four_bytes(at + length) ^ four_bytes(at + length - distance);
      if (different != 0u) {
        length += firstTrailingBit(different) >> 3u;
        break;
      }
      length += 4u;
    }
    length = min(length, most);
  }
  lengths[at] = length;
}

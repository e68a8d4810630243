// Poly1305 authenticators of padded records (whole 16-byte blocks), one record per invocation. The 130-bit field is
// held in ten limbs of 13 bits, so that products and their sums fit 32 bits.
struct Key { r: vec4u, s: vec4u }

@group(0) @binding(0) var<storage, read> recordStarts: array<u32>; // in blocks
@group(0) @binding(1) var<storage, read> blocks: array<vec4u>;
@group(0) @binding(2) var<storage, read> keys: array<Key>;
@group(0) @binding(3) var<storage, read_write> tags: array<vec4u>;

override WG: u32 = 64u;
const MASK = 0x1fffu;

fn limb(w: vec4u, i: u32) -> u32 {
  let bit = 13u * i;
  let word = bit >> 5u;
  let shift = bit & 31u;
  var v = w[word] >> shift;
  if (shift > 19u && word < 3u) {
    v |= w[word + 1u] << (32u - shift);
  }
  return v & MASK;
}

@compute @workgroup_size(WG)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let record = id.x;
  if (record >= arrayLength(&tags)) {
    return;
  }
  let key = keys[record];
  let clamped = key.r & vec4u(0x0fffffffu, 0x0ffffffcu, 0x0ffffffcu, 0x0ffffffcu);
  var r: array<u32, 10>;
  var h: array<u32, 10>;
  for (var i = 0u; i < 10u; i++) {
    r[i] = limb(clamped, i);
  }

  let end = recordStarts[record + 1u];
  for (var at = recordStarts[record]; at < end; at++) {
    let m = blocks[at];
    for (var i = 0u; i < 10u; i++) {
      h[i] += limb(m, i);
    }
    h[9] += 1u << 11u;
    var d: array<u32, 10>;
    var carry = 0u;
    for (var i = 0u; i < 10u; i++) {
      var sum = carry;
      for (var j = 0u; j < 5u; j++) {
        sum += h[j] * select(5u * r[(i + 10u - j) % 10u], r[(i + 10u - j) % 10u], j <= i);
      }
      carry = sum >> 13u;
      sum &= MASK;
      for (var j = 5u; j < 10u; j++) {
        sum += h[j] * select(5u * r[(i + 10u - j) % 10u], r[(i + 10u - j) % 10u], j <= i);
      }
      carry += sum >> 13u;
      d[i] = sum & MASK;
    }
    carry = carry * 5u + d[0];
    d[0] = carry & MASK;
    d[1] += carry >> 13u;
    h = d;
  }

  // full carry, twice around
  var carry = 0u;
  for (var round = 0u; round < 2u; round++) {
    h[0] += carry * 5u;
    carry = 0u;
    for (var i = 0u; i < 10u; i++) {
      h[i] += carry;
      carry = h[i] >> 13u;
      h[i] &= MASK;
    }
  }
  h[0] += carry * 5u;

  // h - p where that is not negative
  var g: array<u32, 10>;
  carry = 5u;
  for (var i = 0u; i < 10u; i++) {
    g[i] = h[i] + carry;
    carry = g[i] >> 13u;
    g[i] &= MASK;
  }
  let over = carry != 0u;
  var packed: array<u32, 5>;
  for (var i = 0u; i < 10u; i++) {
    let v = select(h[i], g[i], over);
    let bit = 13u * i;
    let word = bit >> 5u;
    let shift = bit & 31u;
    packed[word] |= v << shift;
    if (shift > 19u) {
      packed[word + 1u] |= v >> (32u - shift);
    }
  }
  var tag: vec4u;
  var c = 0u;
  for (var i = 0u; i < 4u; i++) {
    let first = packed[i] + key.s[i];
    let sum = first + c;
    c = select(0u, 1u, first < packed[i] || sum < first);
    tag[i] = sum;
  }
  tags[record] = tag;
}

// Signature checks in bulk: message ^ exponent mod n for 128-bit n, with residues in the form that
// replaces division by shifts (R = 2^128). Numbers are eight limbs of 16 bits, lowest first.

alias Limbs = array<u32, 8>;

struct Key {
  modulus: vec4u,
  rSquared: vec4u, // R * R mod n
  nInverse: u32,   // -1 / n mod 2^16
  exponent: u32,
  count: u32,
}

@group(0) @binding(0) var<uniform> key: Key;
@group(0) @binding(1) var<storage, read> messages: array<vec4u>;
@group(0) @binding(2) var<storage, read_write> powers: array<vec4u>;

fn split(w: vec4u) -> Limbs {
  return Limbs(w.x & 0xffffu, w.x >> 16u, w.y & 0xffffu, w.y >> 16u,
               w.z & 0xffffu, w.z >> 16u, w.w & 0xffffu, w.w >> 16u);
}

fn join(l: Limbs) -> vec4u {
  return vec4u(l[0] | (l[1] << 16u), l[2] | (l[3] << 16u), l[4] | (l[5] << 16u), l[6] | (l[7] << 16u));
}

fn mulReduce(pa: ptr<function, Limbs>, pb: ptr<function, Limbs>, pn: ptr<function, Limbs>) -> Limbs {
  var t: array<u32, 10>;
  for (var i = 0; i < 8; i++) {
    let b = (*pb)[i];
    var carry = 0u;
    for (var j = 0; j < 8; j++) {
      let s = t[j] + (*pa)[j] * b + carry;
      t[j] = s & 0xffffu;
      carry = s >> 16u;
    }
    var s = t[8] + carry;
    t[8] = s & 0xffffu;
    t[9] = s >> 16u;

    let m = (t[0] * key.nInverse) & 0xffffu;
    carry = (t[0] + m * (*pn)[0]) >> 16u;
    for (var j = 1; j < 8; j++) {
      let r = t[j] + m * (*pn)[j] + carry;
      t[j - 1] = r & 0xffffu;
      carry = r >> 16u;
    }
    s = t[8] + carry;
    t[7] = s & 0xffffu;
    t[8] = t[9] + (s >> 16u);
  }

  // t - n where that is not negative
  var reduced: Limbs;
  var borrow = 0u;
  for (var j = 0; j < 8; j++) {
    let d = t[j] - (*pn)[j] - borrow;
    reduced[j] = d & 0xffffu;
    borrow = (d >> 16u) & 1u;
  }
  if (t[8] < borrow) {
    for (var j = 0; j < 8; j++) {
      reduced[j] = t[j];
    }
  }
  return reduced;
}

@compute @workgroup_size(64)
fn power(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= key.count) {
    return;
  }
  var n = split(key.modulus);
  var factor = split(key.rSquared);
  var base = split(messages[id.x]);
  base = mulReduce(&base, &factor, &n);

  // left to right, from the exponent's second bit on
  var acc = base;
  var bit = firstLeadingBit(key.exponent);
  while (bit > 0u) {
    bit -= 1u;
    acc = mulReduce(&acc, &acc, &n);
    if (extractBits(key.exponent, bit, 1u) == 1u) {
      acc = mulReduce(&acc, &base, &n);
    }
  }
  var one = Limbs(1u, 0u, 0u, 0u, 0u, 0u, 0u, 0u);
  powers[id.x] = join(mulReduce(&acc, &one, &n));
}

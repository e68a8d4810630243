// Products modulo p = 2^256 - 2^32 - 977 of numbers in Montgomery form, 8 limbs of 32 bits each, by coarsely
// integrated operand scanning. There is no wide product in the language, so it is made of 16-bit halves.
const LIMBS = 8u;
const INVERSE = 0xd2253531u; // -1 / p modulo 2^32
const MODULUS = array<u32, 8>(
  0xfffffc2fu, 0xfffffffeu, 0xffffffffu, 0xffffffffu, 0xffffffffu, 0xffffffffu, 0xffffffffu, 0xffffffffu);

struct Number {
  limbs: array<u32, 8>,
}

@group(0) @binding(0) var<storage, read> left: array<Number>;
@group(0) @binding(1) var<storage, read> right: array<Number>;
@group(0) @binding(2) var<storage, read_write> products: array<Number>;

// a * b + c + d, which always fits two words: low, high.
fn multiply_add(a: u32, b: u32, c: u32, d: u32) -> vec2u {
  let a0 = a & 0xffffu;
  let a1 = a >> 16u;
  let b0 = b & 0xffffu;
  let b1 = b >> 16u;
  let low = a0 * b0;
  let middle = a1 * b0 + (low >> 16u);
  let other = a0 * b1 + (middle & 0xffffu);
  var high = a1 * b1 + (middle >> 16u) + (other >> 16u);
  let product = (other << 16u) | (low & 0xffffu);
  let with_c = product + c;
  high += select(0u, 1u, with_c < c);
  let with_d = with_c + d;
  high += select(0u, 1u, with_d < d);
  return vec2u(with_d, high);
}

fn montgomery(a: Number, b: Number) -> Number {
  var modulus = MODULUS;
  var x = a;
  var y = b;
  var t: array<u32, 10>;
  for (var i = 0u; i < LIMBS; i++) {
    var carry = 0u;
    for (var j = 0u; j < LIMBS; j++) {
      let sum = multiply_add(x.limbs[j], y.limbs[i], t[j], carry);
      t[j] = sum.x;
      carry = sum.y;
    }
    t[8] += carry;
    t[9] = select(0u, 1u, t[8] < carry);

    let m = t[0] * INVERSE;
    carry = multiply_add(m, modulus[0], t[0], 0u).y;
    for (var j = 1u; j < LIMBS; j++) {
      let sum = multiply_add(m, modulus[j], t[j], carry);
      t[j - 1u] = sum.x;
      carry = sum.y;
    }
    t[7] = t[8] + carry;
    t[8] = t[9] + select(0u, 1u, t[7] < carry);
  }

  // Less p once, if it is not smaller.
  var reduced: Number;
  var borrow = 0u;
  for (var j = 0u; j < LIMBS; j++) {
    let difference = t[j] - modulus[j];
    let rest = difference - borrow;
    borrow = select(0u, 1u, t[j] < modulus[j] || difference < borrow);
    reduced.limbs[j] = rest;
  }
  if (t[8] < borrow) {
    for (var j = 0u; j < LIMBS; j++) {
      reduced.limbs[j] = t[j];
    }
  }
  return reduced;
}

@compute @workgroup_size(128)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= arrayLength(&products)) {
    return;
  }
  products[id.x] = montgomery(left[id.x], right[id.x]);
}

// S-box layer of the Poseidon hash over the scalar field of BN254: y = (x + c)^5, elements in Montgomery form.
// WGSL has no 64-bit products, so an element is sixteen limbs of 16 bits while it is being worked on.
const LIMBS = 16u;
const ROUND_WIDTH = 12u;
const N_PRIME = 0xffffu; // -1 / modulus, modulo 2^16

const MODULUS = array<u32, 16>(
  0x0001u, 0xf000u, 0xf593u, 0x43e1u, 0x7091u, 0x79b9u, 0xe848u, 0x2833u,
  0x585du, 0x8181u, 0x45b6u, 0xb850u, 0xa029u, 0xe131u, 0x4e72u, 0x3064u);

@group(0) @binding(0) var<storage, read> states: array<vec4<u32>>;
@group(0) @binding(1) var<storage, read> roundConstants: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read_write> result: array<vec4<u32>>;

var<private> modulus: array<u32, LIMBS> = MODULUS;

fn unpack(low: vec4<u32>, high: vec4<u32>) -> array<u32, LIMBS> {
  var limbs: array<u32, LIMBS>;
  for (var i = 0u; i < 4u; i++) {
    limbs[2u * i] = low[i] & 0xffffu;
    limbs[2u * i + 1u] = low[i] >> 16u;
    limbs[2u * i + 8u] = high[i] & 0xffffu;
    limbs[2u * i + 9u] = high[i] >> 16u;
  }
  return limbs;
}

// Subtracts the modulus where the number is not below it.
fn reduceOnce(a: ptr<function, array<u32, LIMBS>>, carry: u32) {
  var difference: array<u32, LIMBS>;
  var borrow = 0u;
  for (var i = 0u; i < LIMBS; i++) {
    let d = (*a)[i] - modulus[i] - borrow;
    difference[i] = d & 0xffffu;
    borrow = d >> 31u;
  }
  if (carry >= borrow) {
    *a = difference;
  }
}

fn addModulo(a: array<u32, LIMBS>, b: array<u32, LIMBS>) -> array<u32, LIMBS> {
  var x = a;
  var y = b;
  var carry = 0u;
  for (var i = 0u; i < LIMBS; i++) {
    let s = x[i] + y[i] + carry;
    x[i] = s & 0xffffu;
    carry = s >> 16u;
  }
  reduceOnce(&x, carry);
  return x;
}

// Montgomery product, coarsely integrated operand scanning.
fn multiply(a: array<u32, LIMBS>, b: array<u32, LIMBS>) -> array<u32, LIMBS> {
  var x = a;
  var y = b;
  var t: array<u32, LIMBS>;
  var top = 0u;
  for (var i = 0u; i < LIMBS; i++) {
    var carry = 0u;
    let yi = y[i];
    for (var j = 0u; j < LIMBS; j++) {
      let s = t[j] + x[j] * yi + carry;
      t[j] = s & 0xffffu;
      carry = s >> 16u;
    }
    let high = top + carry;

    let m = (t[0] * N_PRIME) & 0xffffu;
    carry = (t[0] + m * modulus[0]) >> 16u;
    for (var j = 1u; j < LIMBS; j++) {
      let s = t[j] + m * modulus[j] + carry;
      t[j - 1u] = s & 0xffffu;
      carry = s >> 16u;
    }
    let s = high + carry;
    t[LIMBS - 1u] = s & 0xffffu;
    top = s >> 16u;
  }
  reduceOnce(&t, top);
  return t;
}

@compute @workgroup_size(64)
fn sbox(@builtin(global_invocation_id) id: vec3<u32>) {
  let element = id.x;
  if (2u * element >= arrayLength(&states)) {
    return;
  }
  let c = element % ROUND_WIDTH;
  let x = addModulo(unpack(states[2u * element], states[2u * element + 1u]),
                    unpack(roundConstants[2u * c], roundConstants[2u * c + 1u]));
  let x2 = multiply(x, x);
  let x4 = multiply(x2, x2);
  var y = multiply(x4, x);
  result[2u * element] = vec4<u32>(y[0] | (y[1] << 16u), y[2] | (y[3] << 16u), y[4] | (y[5] << 16u), y[6] | (y[7] << 16u));
  result[2u * element + 1u] =
    vec4<u32>(y[8] | (y[9] << 16u), y[10] | (y[11] << 16u), y[12] | (y[13] << 16u), y[14] | (y[15] << 16u));
}

// One level of a Merkle tree: two digests of eight field elements become one, by a permutation in the manner of
// Poseidon2 (width 16, S-box x^7, 4 + 13 + 4 rounds) over the 31-bit field of p = 15 * 2^27 + 1, in Montgomery form.
const P = 0x78000001u;
const P_INVERSE = 0x88000001u; // modulo 2^32
const HALF_ROUNDS = 4u;
const PARTIAL_ROUNDS = 13u;

@group(0) @binding(0) var<storage, read> children: array<vec4<u32>>; // two vectors a digest
@group(0) @binding(1) var<storage, read> constants: array<u32>; // 8 x 16 for full rounds, 13 for partial ones, 16 of the diagonal
@group(0) @binding(2) var<storage, read_write> parents: array<vec4<u32>>;

fn highProduct(a: u32, b: u32) -> u32 {
  let aLow = a & 0xffffu;
  let aHigh = a >> 16u;
  let bLow = b & 0xffffu;
  let bHigh = b >> 16u;
  let low = aLow * bLow;
  let first = aHigh * bLow + (low >> 16u);
  let second = aLow * bHigh + (first & 0xffffu);
  return aHigh * bHigh + (first >> 16u) + (second >> 16u);
}

fn add(a: u32, b: u32) -> u32 {
  let sum = a + b;
  return select(sum, sum - P, sum >= P);
}

fn multiply(a: u32, b: u32) -> u32 {
  let high = highProduct(a, b);
  let correction = highProduct(a * b * P_INVERSE, P);
  return select(high - correction, high - correction + P, high < correction);
}

fn seventhPower(x: u32) -> u32 {
  let x2 = multiply(x, x);
  let x3 = multiply(x2, x);
  return multiply(multiply(x2, x2), x3);
}

var<private> state: array<u32, 16>;

fn externalLayer() {
  // Each four by the circulant matrix of 2, 3, 1, 1 ...
  for (var block = 0u; block < 16u; block += 4u) {
    let a = state[block];
    let b = state[block + 1u];
    let c = state[block + 2u];
    let d = state[block + 3u];
    let all = add(add(a, b), add(c, d));
    state[block] = add(add(all, a), add(b, b));
    state[block + 1u] = add(add(all, b), add(c, c));
    state[block + 2u] = add(add(all, c), add(d, d));
    state[block + 3u] = add(add(all, d), add(a, a));
  }
  // ... and then everything by the sums across the fours.
  for (var lane = 0u; lane < 4u; lane++) {
    let sum = add(add(state[lane], state[lane + 4u]), add(state[lane + 8u], state[lane + 12u]));
    for (var k = lane; k < 16u; k += 4u) {
      state[k] = add(state[k], sum);
    }
  }
}

fn fullRound(round: u32) {
  for (var k = 0u; k < 16u; k++) {
    state[k] = seventhPower(add(state[k], constants[16u * round + k]));
  }
  externalLayer();
}

fn partialRound(round: u32) {
  state[0] = seventhPower(add(state[0], constants[128u + round]));
  var sum = 0u;
  for (var k = 0u; k < 16u; k++) {
    sum = add(sum, state[k]);
  }
  for (var k = 0u; k < 16u; k++) {
    state[k] = add(sum, multiply(state[k], constants[128u + PARTIAL_ROUNDS + k]));
  }
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let node = id.x;
  if (2u * node >= arrayLength(&parents)) {
    return;
  }
  for (var k = 0u; k < 4u; k++) {
    let words = children[4u * node + k];
    state[4u * k] = words.x;
    state[4u * k + 1u] = words.y;
    state[4u * k + 2u] = words.z;
    state[4u * k + 3u] = words.w;
  }
  externalLayer();
  for (var round = 0u; round < HALF_ROUNDS; round++) {
    fullRound(round);
  }
  for (var round = 0u; round < PARTIAL_ROUNDS; round++) {
    partialRound(round);
  }
  for (var round = HALF_ROUNDS; round < 2u * HALF_ROUNDS; round++) {
    fullRound(round);
  }
  for (var k = 0u; k < 2u; k++) {
    let words = children[4u * node + k];
    parents[2u * node + k] = vec4<u32>(
      add(words.x, state[4u * k]),
      add(words.y, state[4u * k + 1u]),
      add(words.z, state[4u * k + 2u]),
      add(words.w, state[4u * k + 3u]),
    );
  }
}

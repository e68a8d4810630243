// SHA3-256 of the leaves of a hash tree, 64 bytes each: a single block of the sponge per leaf. The 64-bit lanes of
// the state are pairs of words, low word first.
override LEAVES: u32;

@group(0) @binding(0) var<storage, read> leaves: array<vec2<u32>>;
@group(0) @binding(1) var<storage, read_write> digests: array<vec2<u32>>;

const ROUND_CONSTANTS = array<vec2<u32>, 24>(
  vec2<u32>(0x00000001u, 0x00000000u), vec2<u32>(0x00008082u, 0x00000000u), vec2<u32>(0x0000808au, 0x80000000u),
  vec2<u32>(0x80008000u, 0x80000000u), vec2<u32>(0x0000808bu, 0x00000000u), vec2<u32>(0x80000001u, 0x00000000u),
  vec2<u32>(0x80008081u, 0x80000000u), vec2<u32>(0x00008009u, 0x80000000u), vec2<u32>(0x0000008au, 0x00000000u),
  vec2<u32>(0x00000088u, 0x00000000u), vec2<u32>(0x80008009u, 0x00000000u), vec2<u32>(0x8000000au, 0x00000000u),
  vec2<u32>(0x8000808bu, 0x00000000u), vec2<u32>(0x0000008bu, 0x80000000u), vec2<u32>(0x00008089u, 0x80000000u),
  vec2<u32>(0x00008003u, 0x80000000u), vec2<u32>(0x00008002u, 0x80000000u), vec2<u32>(0x00000080u, 0x80000000u),
  vec2<u32>(0x0000800au, 0x00000000u), vec2<u32>(0x8000000au, 0x80000000u), vec2<u32>(0x80008081u, 0x80000000u),
  vec2<u32>(0x00008080u, 0x80000000u), vec2<u32>(0x80000001u, 0x00000000u), vec2<u32>(0x80008008u, 0x80000000u),
);
const ROTATIONS = array<u32, 24>(
  1u, 3u, 6u, 10u, 15u, 21u, 28u, 36u, 45u, 55u, 2u, 14u, 27u, 41u, 56u, 8u, 25u, 43u, 62u, 18u, 39u, 61u, 20u, 44u,
);
const LANES = array<u32, 24>(
  10u, 7u, 11u, 17u, 18u, 3u, 5u, 16u, 8u, 21u, 24u, 4u, 15u, 23u, 19u, 13u, 12u, 2u, 20u, 14u, 22u, 9u, 6u, 1u,
);

fn rotate(lane: vec2<u32>, by: u32) -> vec2<u32> {
  let swapped = select(lane, lane.yx, by >= 32u);
  let shift = by & 31u;
  if (shift == 0u) {
    return swapped;
  }
  return (swapped << vec2<u32>(shift)) | (swapped.yx >> vec2<u32>(32u - shift));
}

@compute @workgroup_size(128)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= LEAVES) {
    return;
  }
  var state: array<vec2<u32>, 25>;
  for (var i = 0u; i < 8u; i++) {
    state[i] = leaves[id.x * 8u + i];
  }
  state[8] = vec2<u32>(0x06u, 0u);
  state[16] = vec2<u32>(0u, 0x80000000u);

  for (var round = 0u; round < 24u; round++) {
    var parity: array<vec2<u32>, 5>;
    for (var x = 0u; x < 5u; x++) {
      parity[x] = state[x] ^ state[x + 5u] ^ state[x + 10u] ^ state[x + 15u] ^ state[x + 20u];
    }
    for (var x = 0u; x < 5u; x++) {
      let d = parity[(x + 4u) % 5u] ^ rotate(parity[(x + 1u) % 5u], 1u);
      for (var y = 0u; y < 25u; y += 5u) {
        state[x + y] ^= d;
      }
    }
    var moving = state[1];
    for (var i = 0u; i < 24u; i++) {
      let next = state[LANES[i]];
      state[LANES[i]] = rotate(moving, ROTATIONS[i]);
      moving = next;
    }
    for (var y = 0u; y < 25u; y += 5u) {
      var row: array<vec2<u32>, 5>;
      for (var x = 0u; x < 5u; x++) {
        row[x] = state[x + y];
      }
      for (var x = 0u; x < 5u; x++) {
        state[x + y] = row[x] ^ (~row[(x + 1u) % 5u] & row[(x + 2u) % 5u]);
      }
    }
    state[0] ^= ROUND_CONSTANTS[round];
  }
  for (var i = 0u; i < 4u; i++) {
    digests[id.x * 4u + i] = state[i];
  }
}

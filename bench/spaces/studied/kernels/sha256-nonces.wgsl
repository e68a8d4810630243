// Proof of work: tries nonces in the last block of a message under SHA-256 and keeps the least one whose digest starts
// below the target. Nonces behind one that was found already are not tried.
struct Work {
  midstate: array<vec4<u32>, 2>, // digest of the blocks before
  message: array<vec4<u32>, 3>,  // the block's first words; word 3 is the nonce
  firstNonce: u32,
  goal: u32,
}

@group(0) @binding(0) var<storage, read_write> found: atomic<u32>; // all ones less the nonce; 0 while there is none
@group(0) @binding(1) var<storage, read_write> tried: array<atomic<u32>, 64>;
@group(0) @binding(2) var<uniform> work: Work;

const K = array<u32, 64>(
  0x428a2f98u, 0x71374491u, 0xb5c0fbcfu, 0xe9b5dba5u, 0x3956c25bu, 0x59f111f1u, 0x923f82a4u, 0xab1c5ed5u,
  0xd807aa98u, 0x12835b01u, 0x243185beu, 0x550c7dc3u, 0x72be5d74u, 0x80deb1feu, 0x9bdc06a7u, 0xc19bf174u,
  0xe49b69c1u, 0xefbe4786u, 0x0fc19dc6u, 0x240ca1ccu, 0x2de92c6fu, 0x4a7484aau, 0x5cb0a9dcu, 0x76f988dau,
  0x983e5152u, 0xa831c66du, 0xb00327c8u, 0xbf597fc7u, 0xc6e00bf3u, 0xd5a79147u, 0x06ca6351u, 0x14292967u,
  0x27b70a85u, 0x2e1b2138u, 0x4d2c6dfcu, 0x53380d13u, 0x650a7354u, 0x766a0abbu, 0x81c2c92eu, 0x92722c85u,
  0xa2bfe8a1u, 0xa81a664bu, 0xc24b8b70u, 0xc76c51a3u, 0xd192e819u, 0xd6990624u, 0xf40e3585u, 0x106aa070u,
  0x19a4c116u, 0x1e376c08u, 0x2748774cu, 0x34b0bcb5u, 0x391c0cb3u, 0x4ed8aa4au, 0x5b9cca4fu, 0x682e6ff3u,
  0x748f82eeu, 0x78a5636fu, 0x84c87814u, 0x8cc70208u, 0x90befffau, 0xa4506cebu, 0xbef9a3f7u, 0xc67178f2u
);

fn rotr(x: u32, n: u32) -> u32 {
  return (x >> n) | (x << (32u - n));
}

@compute @workgroup_size(256)
fn mine(
  @builtin(global_invocation_id) id: vec3<u32>,
  @builtin(local_invocation_index) index: u32,
  @builtin(workgroup_id) group: vec3<u32>,
) {
  let nonce = work.firstNonce + id.x;
  if (0xffffffffu - nonce < atomicLoad(&found)) {
    return;
  }
  var w: array<u32, 16>;
  for (var i = 0u; i < 12u; i++) {
    w[i] = work.message[i / 4u][i % 4u];
  }
  w[3] = nonce;
  w[12] = 0x80000000u;
  w[15] = 0x380u; // bits of the message
  var a = work.midstate[0].x;
  var b = work.midstate[0].y;
  var c = work.midstate[0].z;
  var d = work.midstate[0].w;
  var e = work.midstate[1].x;
  var f = work.midstate[1].y;
  var g = work.midstate[1].z;
  var h = work.midstate[1].w;
  for (var turn = 0u; turn < 64u; turn++) {
    let slot = turn & 15u;
    if (turn >= 16u) {
      let early = w[(turn + 1u) & 15u];
      let late = w[(turn + 14u) & 15u];
      w[slot] += (rotr(early, 7u) ^ rotr(early, 18u) ^ (early >> 3u)) + w[(turn + 9u) & 15u]
        + (rotr(late, 17u) ^ rotr(late, 19u) ^ (late >> 10u));
    }
    let first = h + (rotr(e, 6u) ^ rotr(e, 11u) ^ rotr(e, 25u)) + ((e & f) ^ (~e & g)) + K[turn] + w[slot];
    let second = (rotr(a, 2u) ^ rotr(a, 13u) ^ rotr(a, 22u)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = d + first;
    d = c;
    c = b;
    b = a;
    a = first + second;
  }
  if (a + work.midstate[0].x < work.goal) {
    atomicMax(&found, 0xffffffffu - nonce);
  }
  if (index == 0u) {
    atomicAdd(&tried[group.x & 63u], 256u);
  }
}

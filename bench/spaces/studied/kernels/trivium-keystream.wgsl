// Trivium, 32 clocks per step (all taps lie at least 64 clocks back, so a word of history is enough at a time).
// One stream per invocation; words of all streams are interleaved.
@group(0) @binding(0) var<storage, read> keys: array<u32>;       // 3 words key, 3 words iv per stream
@group(0) @binding(1) var<storage, read> plain: array<u32>;
@group(0) @binding(2) var<storage, read_write> cipher: array<u32>;

override STREAMS: u32 = 65536;
override LENGTH: u32 = 128;

var<private> A: array<u32, 3>;
var<private> B: array<u32, 3>;
var<private> C: array<u32, 4>;

fn tap(near: u32, far: u32, back: u32) -> u32 {
  return (near << back) | (far >> (32u - back));
}

fn step32() -> u32 {
  var t1 = tap(A[1], A[2], 2u) ^ tap(A[1], A[2], 29u);
  var t2 = tap(B[1], B[2], 5u) ^ tap(B[1], B[2], 20u);
  var t3 = tap(C[1], C[2], 2u) ^ tap(C[2], C[3], 15u);
  let z = t1 ^ t2 ^ t3;
  t1 ^= (tap(A[1], A[2], 27u) & tap(A[1], A[2], 28u)) ^ tap(B[1], B[2], 14u);
  t2 ^= (tap(B[1], B[2], 18u) & tap(B[1], B[2], 19u)) ^ tap(C[1], C[2], 23u);
  t3 ^= (tap(C[2], C[3], 13u) & tap(C[2], C[3], 14u)) ^ tap(A[1], A[2], 5u);
  A[2] = A[1]; A[1] = A[0]; A[0] = t3;
  B[2] = B[1]; B[1] = B[0]; B[0] = t1;
  C[3] = C[2]; C[2] = C[1]; C[1] = C[0]; C[0] = t2;
  return z;
}

@compute @workgroup_size(64)
fn encrypt(@builtin(global_invocation_id) gid: vec3<u32>) {
  let s = gid.x;
  if (s >= STREAMS) { return; }
  A[0] = keys[s];
  A[1] = keys[STREAMS + s];
  A[2] = keys[2u * STREAMS + s] & 0xffffu;
  B[0] = keys[3u * STREAMS + s];
  B[1] = keys[4u * STREAMS + s];
  B[2] = keys[5u * STREAMS + s] & 0xffffu;
  C[3] = 0xe0000000u;
  for (var i = 0u; i < 36u; i++) { _ = step32(); }
  for (var w = 0u; w < LENGTH; w++) {
    let at = w * STREAMS + s;
    cipher[at] = plain[at] ^ step32();
  }
}

// BLAKE3, leaves of the tree: the chaining value of each chunk of 1024 bytes (16 blocks), one chunk per invocation.
struct Input {
  chunks: u32,
  firstChunk: u32,
}

@group(0) @binding(0) var<uniform> input: Input;
@group(0) @binding(1) var<storage, read> message: array<u32>;
@group(0) @binding(2) var<storage, read_write> chaining: array<u32>;

const IV = array<u32, 8>(0x6A09E667u, 0xBB67AE85u, 0x3C6EF372u, 0xA54FF53Au, 0x510E527Fu, 0x9B05688Cu, 0x1F83D9ABu, 0x5BE0CD19u);
const CHUNK_START = 1u;
const CHUNK_END = 2u;

var<private> v: array<u32, 16>;
var<private> m: array<u32, 16>;

fn rotr(x: u32, n: u32) -> u32 {
  return (x >> n) | (x << (32u - n));
}

fn g(a: u32, b: u32, c: u32, d: u32, x: u32, y: u32) {
  v[a] = v[a] + v[b] + x;
  v[d] = rotr(v[d] ^ v[a], 16u);
  v[c] = v[c] + v[d];
  v[b] = rotr(v[b] ^ v[c], 12u);
  v[a] = v[a] + v[b] + y;
  v[d] = rotr(v[d] ^ v[a], 8u);
  v[c] = v[c] + v[d];
  v[b] = rotr(v[b] ^ v[c], 7u);
}

fn round() {
  g(0u, 4u, 8u, 12u, m[0], m[1]);
  g(1u, 5u, 9u, 13u, m[2], m[3]);
  g(2u, 6u, 10u, 14u, m[4], m[5]);
  g(3u, 7u, 11u, 15u, m[6], m[7]);
  g(0u, 5u, 10u, 15u, m[8], m[9]);
  g(1u, 6u, 11u, 12u, m[10], m[11]);
  g(2u, 7u, 8u, 13u, m[12], m[13]);
  g(3u, 4u, 9u, 14u, m[14], m[15]);
}

fn permute() {
  let o = m;
  m[0] = o[2];  m[1] = o[6];  m[2] = o[3];   m[3] = o[10];
  m[4] = o[7];  m[5] = o[0];  m[6] = o[4];   m[7] = o[13];
  m[8] = o[1];  m[9] = o[11]; m[10] = o[12]; m[11] = o[5];
  m[12] = o[9]; m[13] = o[14]; m[14] = o[15]; m[15] = o[8];
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) gid: vec3<u32>) {
  let chunk = gid.x;
  if (chunk >= input.chunks) {
    return;
  }
  var h = IV;
  for (var block = 0u; block < 16u; block++) {
    for (var i = 0u; i < 16u; i++) {
      m[i] = message[chunk * 256u + block * 16u + i];
    }
    for (var i = 0u; i < 8u; i++) {
      v[i] = h[i];
    }
    v[8] = IV[0];
    v[9] = IV[1];
    v[10] = IV[2];
    v[11] = IV[3];
    v[12] = input.firstChunk + chunk;
    v[13] = 0u;
    v[14] = 64u;
    var flags = 0u;
    if (block == 0u) {
      flags |= CHUNK_START;
    }
    if (block == 15u) {
      flags |= CHUNK_END;
    }
    v[15] = flags;
    for (var r = 0u; r < 6u; r++) {
      round();
      permute();
    }
    round();
    for (var i = 0u; i < 8u; i++) {
      h[i] = v[i] ^ v[i + 8u];
    }
  }
  for (var i = 0u; i < 8u; i++) {
    chaining[chunk * 8u + i] = h[i];
  }
}

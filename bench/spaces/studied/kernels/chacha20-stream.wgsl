// ChaCha20: a message is encrypted in blocks of 64 bytes, one per invocation.
struct Cipher {
  key: array<vec4u, 2>,
  nonce: vec3u,
  firstBlock: u32,
  blocks: u32,
}

@group(0) @binding(0) var<uniform> cipher: Cipher;
@group(0) @binding(1) var<storage, read> message: array<vec4u>;
@group(0) @binding(2) var<storage, read_write> encrypted: array<vec4u>;

fn rotate(v: vec4u, n: u32) -> vec4u {
  return (v << vec4u(n)) | (v >> vec4u(32u - n));
}

struct Rows {
  a: vec4u,
  b: vec4u,
  c: vec4u,
  d: vec4u,
}

fn quarterRounds(start: Rows) -> Rows {
  var r = start;
  r.a += r.b; r.d = rotate(r.d ^ r.a, 16u);
  r.c += r.d; r.b = rotate(r.b ^ r.c, 12u);
  r.a += r.b; r.d = rotate(r.d ^ r.a, 8u);
  r.c += r.d; r.b = rotate(r.b ^ r.c, 7u);
  return r;
}

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= cipher.blocks) { return; }
  let start = Rows(
    vec4u(0x61707865u, 0x3320646eu, 0x79622d32u, 0x6b206574u),
    cipher.key[0],
    cipher.key[1],
    vec4u(cipher.firstBlock + id.x, cipher.nonce));
  var rows = start;
  for (var round = 0u; round < 10u; round++) {
    rows = quarterRounds(rows);
    rows.b = rows.b.yzwx;
    rows.c = rows.c.zwxy;
    rows.d = rows.d.wxyz;
    rows = quarterRounds(rows);
    rows.b = rows.b.wxyz;
    rows.c = rows.c.zwxy;
    rows.d = rows.d.yzwx;
  }
  let at = 4u * id.x;
  encrypted[at] = message[at] ^ (rows.a + start.a);
  encrypted[at + 1u] = message[at + 1u] ^ (rows.b + start.b);
  encrypted[at + 2u] = message[at + 2u] ^ (rows.c + start.c);
  encrypted[at + 3u] = message[at + 3u] ^ (rows.d + start.d);
}

// SipHash-2-4 of records of different lengths (whole 32-bit words). A 64-bit word is a vec2u, low half first.

struct Key {
  k0: vec2u,
  k1: vec2u,
  records: u32,
}

@group(0) @binding(0) var<uniform> key: Key;
@group(0) @binding(1) var<storage, read> starts: array<u32>;
@group(0) @binding(2) var<storage, read> words: array<u32>;
@group(0) @binding(3) var<storage, read_write> hashes: array<vec2u>;

fn add64(a: vec2u, b: vec2u) -> vec2u {
  let low = a.x + b.x;
  return vec2u(low, a.y + b.y + select(0u, 1u, low < a.x));
}

fn rotl64(a: vec2u, n: u32) -> vec2u {
  return vec2u((a.x << n) | (a.y >> (32u - n)), (a.y << n) | (a.x >> (32u - n)));
}

struct State {
  v0: vec2u,
  v1: vec2u,
  v2: vec2u,
  v3: vec2u,
}

fn sip_round(s: ptr<function, State>) {
  var v0 = add64((*s).v0, (*s).v1);
  var v1 = rotl64((*s).v1, 13u) ^ v0;
  v0 = v0.yx;
  var v2 = add64((*s).v2, (*s).v3);
  var v3 = rotl64((*s).v3, 16u) ^ v2;
  v0 = add64(v0, v3);
  v3 = rotl64(v3, 21u) ^ v0;
  v2 = add64(v2, v1);
  v1 = rotl64(v1, 17u) ^ v2;
  v2 = v2.yx;
  *s = State(v0, v1, v2, v3);
}

@compute @workgroup_size(128)
fn sip_hash(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= key.records) {
    return;
  }
  let first = starts[id.x];
  let count = starts[id.x + 1u] - first;
  var s = State(
    key.k0 ^ vec2u(0x70736575u, 0x736f6d65u),
    key.k1 ^ vec2u(0x6e646f6du, 0x646f7261u),
    key.k0 ^ vec2u(0x6e657261u, 0x6c796765u),
    key.k1 ^ vec2u(0x79746573u, 0x74656462u));
  let pairs = count / 2u;
  for (var i = 0u; i < pairs; i++) {
    let m = vec2u(words[first + 2u * i], words[first + 2u * i + 1u]);
    s.v3 ^= m;
    sip_round(&s);
    sip_round(&s);
    s.v0 ^= m;
  }
  var tail = vec2u(0u, (4u * count) << 24u);
  if (count % 2u == 1u) {
    tail.x = words[first + count - 1u];
  }
  s.v3 ^= tail;
  sip_round(&s);
  sip_round(&s);
  s.v0 ^= tail;
  s.v2 ^= vec2u(0xffu, 0u);
  for (var i = 0u; i < 4u; i++) {
    sip_round(&s);
  }
  hashes[id.x] = s.v0 ^ s.v1 ^ s.v2 ^ s.v3;
}

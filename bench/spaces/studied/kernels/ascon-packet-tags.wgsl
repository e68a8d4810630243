// Authentication tags of packets with Ascon-128 (all of a packet is associated data, 8 bytes a block).
// 64-bit words are vec2<u32>: x is the low half. One packet per invocation.
@group(0) @binding(0) var<storage, read> firstBlock: array<u32>;      // packets + 1
@group(0) @binding(1) var<storage, read> blocks: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read> nonces: array<vec4<u32>>;
@group(0) @binding(3) var<uniform> key: vec4<u32>;
@group(0) @binding(4) var<storage, read_write> tags: array<vec4<u32>>;

override WORKGROUP: u32 = 64;

struct State {
  a: vec2<u32>,
  b: vec2<u32>,
  c: vec2<u32>,
  d: vec2<u32>,
  e: vec2<u32>,
}

fn rotr(v: vec2<u32>, n: u32) -> vec2<u32> {
  if (n >= 32u) {
    let m = n - 32u;
    return vec2<u32>((v.y >> m) | (v.x << (32u - m)), (v.x >> m) | (v.y << (32u - m)));
  }
  return vec2<u32>((v.x >> n) | (v.y << (32u - n)), (v.y >> n) | (v.x << (32u - n)));
}

fn round(s: ptr<function, State>, constant: u32) {
  var a = (*s).a;
  var b = (*s).b;
  var c = (*s).c ^ vec2<u32>(constant, 0u);
  var d = (*s).d;
  var e = (*s).e;
  // substitution layer
  a ^= e;
  e ^= d;
  c ^= b;
  let ta = ~a & b;
  let tb = ~b & c;
  let tc = ~c & d;
  let td = ~d & e;
  let te = ~e & a;
  a ^= tb;
  b ^= tc;
  c ^= td;
  d ^= te;
  e ^= ta;
  b ^= a;
  a ^= e;
  d ^= c;
  c = ~c;
  // linear layer
  (*s).a = a ^ rotr(a, 19u) ^ rotr(a, 28u);
  (*s).b = b ^ rotr(b, 61u) ^ rotr(b, 39u);
  (*s).c = c ^ rotr(c, 1u) ^ rotr(c, 6u);
  (*s).d = d ^ rotr(d, 10u) ^ rotr(d, 17u);
  (*s).e = e ^ rotr(e, 7u) ^ rotr(e, 41u);
}

fn permute(s: ptr<function, State>, rounds: u32) {
  for (var r = 12u - rounds; r < 12u; r++) {
    round(s, ((15u - r) << 4u) | r);
  }
}

@compute @workgroup_size(WORKGROUP)
fn authenticate(@builtin(global_invocation_id) id: vec3<u32>) {
  let packet = id.x;
  if (packet >= arrayLength(&nonces)) {
    return;
  }
  let nonce = nonces[packet];
  var s = State(vec2<u32>(0u, 0x80400c06u), key.yx, key.wz, nonce.yx, nonce.wz);
  permute(&s, 12u);
  s.d ^= key.yx;
  s.e ^= key.wz;

  let end = firstBlock[packet + 1u];
  for (var i = firstBlock[packet]; i < end; i++) {
    s.a ^= blocks[i];
    permute(&s, 6u);
  }
  s.a ^= vec2<u32>(0u, 0x80000000u);   // padding
  permute(&s, 6u);
  s.e ^= vec2<u32>(1u, 0u);            // end of the associated data
  s.a ^= vec2<u32>(0u, 0x80000000u);   // the empty plaintext

  s.b ^= key.yx;
  s.c ^= key.wz;
  permute(&s, 12u);
  tags[packet] = vec4<u32>(s.d ^ key.yx, s.e ^ key.wz);
}

// scrypt's ROMix with r = 1 for many candidates at once: a scratchpad of N blocks is filled, then read in an order
// that the data decide. Words are in the diagonal order of the SIMD implementations, as PBKDF2 before and after
// leaves and expects them. With GAP > 1 only every GAP-th block is kept and the others are computed anew.
// @tune GAP values 1, 2, 4
override N: u32 = 64;
override GAP: u32 = 2;
override LANES: u32 = 16384;

@group(0) @binding(0) var<storage, read> seeds: array<vec4<u32>>;              // 8 per candidate
@group(0) @binding(1) var<storage, read_write> scratch: array<vec4<u32>>;      // [block][quad][candidate]
@group(0) @binding(2) var<storage, read_write> mixed: array<vec4<u32>>;

struct Block {
  lo: array<vec4<u32>, 4>,
  hi: array<vec4<u32>, 4>,
}

fn rotl(x: vec4<u32>, n: u32) -> vec4<u32> {
  return (x << vec4<u32>(n)) | (x >> vec4<u32>(32u - n));
}

// Salsa20/8 of a ^ b.
fn salsa8(a: array<vec4<u32>, 4>, b: array<vec4<u32>, 4>) -> array<vec4<u32>, 4> {
  let s0 = a[0] ^ b[0];
  let s1 = a[1] ^ b[1];
  let s2 = a[2] ^ b[2];
  let s3 = a[3] ^ b[3];
  var x0 = s0;
  var x1 = s1;
  var x2 = s2;
  var x3 = s3;
  for (var round = 0; round < 4; round++) {
    x1 ^= rotl(x0 + x3, 7u);
    x2 ^= rotl(x1 + x0, 9u);
    x3 ^= rotl(x2 + x1, 13u);
    x0 ^= rotl(x3 + x2, 18u);
    x1 = x1.wxyz;
    x2 = x2.zwxy;
    x3 = x3.yzwx;
    x3 ^= rotl(x0 + x1, 7u);
    x2 ^= rotl(x3 + x0, 9u);
    x1 ^= rotl(x2 + x3, 13u);
    x0 ^= rotl(x1 + x2, 18u);
    x1 = x1.yzwx;
    x2 = x2.zwxy;
    x3 = x3.wxyz;
  }
  return array<vec4<u32>, 4>(x0 + s0, x1 + s1, x2 + s2, x3 + s3);
}

fn blockMix(x: Block) -> Block {
  let lo = salsa8(x.lo, x.hi);
  let hi = salsa8(x.hi, lo);
  return Block(lo, hi);
}

fn store(slot: u32, lane: u32, x: Block) {
  let at = slot * 8u * LANES + lane;
  for (var q = 0u; q < 4u; q++) {
    scratch[at + q * LANES] = x.lo[q];
    scratch[at + (q + 4u) * LANES] = x.hi[q];
  }
}

fn fetch(slot: u32, lane: u32) -> Block {
  let at = slot * 8u * LANES + lane;
  var x: Block;
  for (var q = 0u; q < 4u; q++) {
    x.lo[q] = scratch[at + q * LANES];
    x.hi[q] = scratch[at + (q + 4u) * LANES];
  }
  return x;
}

@compute @workgroup_size(64)
fn romix(@builtin(global_invocation_id) gid: vec3<u32>) {
  let lane = gid.x;
  if (lane >= LANES) {
    return;
  }
  var x: Block;
  for (var q = 0u; q < 4u; q++) {
    x.lo[q] = seeds[lane * 8u + q];
    x.hi[q] = seeds[lane * 8u + 4u + q];
  }
  for (var n = 0u; n < N; n++) {
    if (n % GAP == 0u) {
      store(n / GAP, lane, x);
    }
    x = blockMix(x);
  }
  for (var n = 0u; n < N; n++) {
    let j = x.hi[0].x & (N - 1u);
    var v = fetch(j / GAP, lane);
    for (var again = j % GAP; again > 0u; again--) {
      v = blockMix(v);
    }
    for (var q = 0u; q < 4u; q++) {
      x.lo[q] ^= v.lo[q];
      x.hi[q] ^= v.hi[q];
    }
    x = blockMix(x);
  }
  for (var q = 0u; q < 4u; q++) {
    mixed[lane * 8u + q] = x.lo[q];
    mixed[lane * 8u + 4u + q] = x.hi[q];
  }
}

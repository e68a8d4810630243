// Threefish-512 in counter mode. 64-bit words are vec2<u32> (low, high).
// The host has expanded key and tweak into 19 subkeys of eight words.

struct Job {
  blocks: u32,
  counter_low: u32,
  counter_high: u32,
  nonce: u32,
  subkeys: array<vec4<u32>, 76>, // two words in each
}

@group(0) @binding(0) var<storage, read> plain: array<vec4<u32>>;
@group(0) @binding(1) var<storage, read_write> cipher: array<vec4<u32>>;
@group(0) @binding(2) var<uniform> job: Job;

fn add64(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
  let low = a.x + b.x;
  return vec2<u32>(low, a.y + b.y + select(0u, 1u, low < a.x));
}

fn rotl64(a: vec2<u32>, n: u32) -> vec2<u32> {
  if (n < 32u) {
    return vec2<u32>((a.x << n) | (a.y >> (32u - n)), (a.y << n) | (a.x >> (32u - n)));
  }
  let m = n - 32u;
  return vec2<u32>((a.y << m) | (a.x >> (32u - m)), (a.x << m) | (a.y >> (32u - m)));
}

fn mix_pair(a: ptr<function, vec2<u32>>, b: ptr<function, vec2<u32>>, r: u32) {
  *a = add64(*a, *b);
  *b = rotl64(*b, r) ^ *a;
}

@compute @workgroup_size(128)
fn main(@builtin(global_invocation_id) gid: vec3<u32>) {
  let block = gid.x;
  if (block >= job.blocks) {
    return;
  }

  let counter = add64(vec2<u32>(job.counter_low, job.counter_high), vec2<u32>(block, 0u));
  var x0 = counter;
  var x1 = vec2<u32>(job.nonce, 0u);
  var x2 = vec2<u32>(0u);
  var x3 = vec2<u32>(0u);
  var x4 = vec2<u32>(0u);
  var x5 = vec2<u32>(0u);
  var x6 = vec2<u32>(0u);
  var x7 = vec2<u32>(0u);

  for (var s = 0u; s < 18u; s += 2u) {
    let k = s * 4u;
    x0 = add64(x0, job.subkeys[k].xy);
    x1 = add64(x1, job.subkeys[k].zw);
    x2 = add64(x2, job.subkeys[k + 1u].xy);
    x3 = add64(x3, job.subkeys[k + 1u].zw);
    x4 = add64(x4, job.subkeys[k + 2u].xy);
    x5 = add64(x5, job.subkeys[k + 2u].zw);
    x6 = add64(x6, job.subkeys[k + 3u].xy);
    x7 = add64(x7, job.subkeys[k + 3u].zw);

    mix_pair(&x0, &x1, 46u); mix_pair(&x2, &x3, 36u); mix_pair(&x4, &x5, 19u); mix_pair(&x6, &x7, 37u);
    mix_pair(&x2, &x1, 33u); mix_pair(&x4, &x7, 27u); mix_pair(&x6, &x5, 14u); mix_pair(&x0, &x3, 42u);
    mix_pair(&x4, &x1, 17u); mix_pair(&x6, &x3, 49u); mix_pair(&x0, &x5, 36u); mix_pair(&x2, &x7, 39u);
    mix_pair(&x6, &x1, 44u); mix_pair(&x0, &x7, 9u);  mix_pair(&x2, &x5, 54u); mix_pair(&x4, &x3, 56u);

    x0 = add64(x0, job.subkeys[k + 4u].xy);
    x1 = add64(x1, job.subkeys[k + 4u].zw);
    x2 = add64(x2, job.subkeys[k + 5u].xy);
    x3 = add64(x3, job.subkeys[k + 5u].zw);
    x4 = add64(x4, job.subkeys[k + 6u].xy);
    x5 = add64(x5, job.subkeys[k + 6u].zw);
    x6 = add64(x6, job.subkeys[k + 7u].xy);
    x7 = add64(x7, job.subkeys[k + 7u].zw);

    mix_pair(&x0, &x1, 39u); mix_pair(&x2, &x3, 30u); mix_pair(&x4, &x5, 34u); mix_pair(&x6, &x7, 24u);
    mix_pair(&x2, &x1, 13u); mix_pair(&x4, &x7, 50u); mix_pair(&x6, &x5, 10u); mix_pair(&x0, &x3, 17u);
    mix_pair(&x4, &x1, 25u); mix_pair(&x6, &x3, 29u); mix_pair(&x0, &x5, 39u); mix_pair(&x2, &x7, 43u);
    mix_pair(&x6, &x1, 8u);  mix_pair(&x0, &x7, 35u); mix_pair(&x2, &x5, 56u); mix_pair(&x4, &x3, 22u);
  }
  x0 = add64(x0, job.subkeys[72].xy);
  x1 = add64(x1, job.subkeys[72].zw);
  x2 = add64(x2, job.subkeys[73].xy);
  x3 = add64(x3, job.subkeys[73].zw);
  x4 = add64(x4, job.subkeys[74].xy);
  x5 = add64(x5, job.subkeys[74].zw);
  x6 = add64(x6, job.subkeys[75].xy);
  x7 = add64(x7, job.subkeys[75].zw);

  let at = block * 4u;
  cipher[at] = plain[at] ^ vec4<u32>(x0, x1);
  cipher[at + 1u] = plain[at + 1u] ^ vec4<u32>(x2, x3);
  cipher[at + 2u] = plain[at + 2u] ^ vec4<u32>(x4, x5);
  cipher[at + 3u] = plain[at + 3u] ^ vec4<u32>(x6, x7);
}

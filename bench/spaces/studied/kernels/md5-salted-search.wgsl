// Exhaustive search of salted MD5 digests: md5(salt[8] + password[7]) over lower case letters and digits.
// An invocation tries PER consecutive passwords. A 64 Kibit filter on the first word keeps most from the list.

struct Job {
  salt: vec2<u32>,
  first: u32,      // number of the first password
  targets: u32,
}

@group(0) @binding(0) var<uniform> job: Job;
@group(0) @binding(1) var<storage, read> filterBits: array<u32, 2048>;
@group(0) @binding(2) var<storage, read> digests: array<vec4<u32>>;
@group(0) @binding(3) var<storage, read_write> found: array<atomic<u32>>;   // per target: 1 + number of a password
@group(0) @binding(4) var<storage, read_write> passed: atomic<u32>;         // how many got through the filter

override PER: u32 = 8;

const K = array<u32, 64>(
  0xd76aa478u, 0xe8c7b756u, 0x242070dbu, 0xc1bdceeeu, 0xf57c0fafu, 0x4787c62au, 0xa8304613u, 0xfd469501u,
  0x698098d8u, 0x8b44f7afu, 0xffff5bb1u, 0x895cd7beu, 0x6b901122u, 0xfd987193u, 0xa679438eu, 0x49b40821u,
  0xf61e2562u, 0xc040b340u, 0x265e5a51u, 0xe9b6c7aau, 0xd62f105du, 0x02441453u, 0xd8a1e681u, 0xe7d3fbc8u,
  0x21e1cde6u, 0xc33707d6u, 0xf4d50d87u, 0x455a14edu, 0xa9e3e905u, 0xfcefa3f8u, 0x676f02d9u, 0x8d2a4c8au,
  0xfffa3942u, 0x8771f681u, 0x6d9d6122u, 0xfde5380cu, 0xa4beea44u, 0x4bdecfa9u, 0xf6bb4b60u, 0xbebfbc70u,
  0x289b7ec6u, 0xeaa127fau, 0xd4ef3085u, 0x04881d05u, 0xd9d4d039u, 0xe6db99e5u, 0x1fa27cf8u, 0xc4ac5665u,
  0xf4292244u, 0x432aff97u, 0xab9423a7u, 0xfc93a039u, 0x655b59c3u, 0x8f0ccc92u, 0xffeff47du, 0x85845dd1u,
  0x6fa87e4fu, 0xfe2ce6e0u, 0xa3014314u, 0x4e0811a1u, 0xf7537e82u, 0xbd3af235u, 0x2ad7d2bbu, 0xeb86d391u
);
const SHIFTS = array<u32, 16>(7u, 12u, 17u, 22u, 5u, 9u, 14u, 20u, 4u, 11u, 16u, 23u, 6u, 10u, 15u, 21u);

fn rotl(x: u32, n: u32) -> u32 {
  return (x << n) | (x >> (32u - n));
}

fn letter(digit: u32) -> u32 {
  return select(digit + 22u, digit + 97u, digit < 26u);   // a-z, then 0-9
}

fn md5(block: ptr<function, array<u32, 16>>) -> vec4<u32> {
  var a = 0x67452301u;
  var b = 0xefcdab89u;
  var c = 0x98badcfeu;
  var d = 0x10325476u;
  for (var i = 0u; i < 64u; i++) {
    var f: u32;
    var g: u32;
    if (i < 16u) {
      f = d ^ (b & (c ^ d));
      g = i;
    } else if (i < 32u) {
      f = c ^ (d & (b ^ c));
      g = (5u * i + 1u) & 15u;
    } else if (i < 48u) {
      f = b ^ c ^ d;
      g = (3u * i + 5u) & 15u;
    } else {
      f = c ^ (b | ~d);
      g = (7u * i) & 15u;
    }
    let t = a + f + K[i] + (*block)[g];
    a = d;
    d = c;
    c = b;
    b = b + rotl(t, SHIFTS[(i >> 4u) * 4u + (i & 3u)]);
  }
  return vec4<u32>(a + 0x67452301u, b + 0xefcdab89u, c + 0x98badcfeu, d + 0x10325476u);
}

@compute @workgroup_size(128)
fn search(@builtin(global_invocation_id) gid: vec3<u32>) {
  var block: array<u32, 16>;
  block[0] = job.salt.x;
  block[1] = job.salt.y;
  block[14] = 15u * 8u;   // length in bits
  for (var p = 0u; p < PER; p++) {
    let number = job.first + gid.x * PER + p;
    var rest = number;
    var low = 0u;
    for (var i = 0u; i < 4u; i++) {
      low |= letter(rest % 36u) << (8u * i);
      rest /= 36u;
    }
    var high = 0x80000000u;
    for (var i = 0u; i < 3u; i++) {
      high |= letter(rest % 36u) << (8u * i);
      rest /= 36u;
    }
    block[2] = low;
    block[3] = high;
    let digest = md5(&block);
    let bit = digest.x & 0xffffu;
    if (((filterBits[bit >> 5u] >> (bit & 31u)) & 1u) == 0u) {
      continue;
    }
    atomicAdd(&passed, 1u);
    for (var t = 0u; t < job.targets; t++) {
      if (all(digests[t] == digest)) {
        atomicMax(&found[t], number + 1u);
      }
    }
  }
}

// AES-128 in counter mode: each invocation makes the key stream of several 16-byte blocks and mixes it into the data.
// One table of 256 words stays in workgroup memory; the other three are rotations of it.

struct Job {
  round_keys: array<vec4<u32>, 11>,
  nonce: vec3<u32>,
  first_counter: u32,
  blocks: u32,
}

@group(0) @binding(0) var<uniform> job: Job;
@group(0) @binding(1) var<storage, read> table: array<u32, 256>;  // S-box times (2, 1, 1, 3), low byte first
@group(0) @binding(2) var<storage, read> plain: array<vec4<u32>>;
@group(0) @binding(3) var<storage, read_write> cipher: array<vec4<u32>>;

var<workgroup> t0: array<u32, 256>;

fn rotate(x: u32, bits: u32) -> u32 {
  return (x << bits) | (x >> (32u - bits));
}

fn mixed(a: u32, b: u32, c: u32, d: u32) -> u32 {
  return t0[a & 255u] ^ rotate(t0[(b >> 8u) & 255u], 8u) ^ rotate(t0[(c >> 16u) & 255u], 16u) ^ rotate(t0[d >> 24u], 24u);
}

fn substituted(x: u32) -> u32 {
  return (t0[x] >> 8u) & 255u;
}

fn last(a: u32, b: u32, c: u32, d: u32) -> u32 {
  return substituted(a & 255u) | (substituted((b >> 8u) & 255u) << 8u)
    | (substituted((c >> 16u) & 255u) << 16u) | (substituted(d >> 24u) << 24u);
}

fn big_endian(x: u32) -> u32 {
  return (x >> 24u) | ((x >> 8u) & 0xff00u) | ((x << 8u) & 0xff0000u) | (x << 24u);
}

fn encrypt(block: vec4<u32>) -> vec4<u32> {
  var s = block ^ job.round_keys[0];
  for (var round = 1u; round < 10u; round++) {
    s = vec4<u32>(
      mixed(s.x, s.y, s.z, s.w),
      mixed(s.y, s.z, s.w, s.x),
      mixed(s.z, s.w, s.x, s.y),
      mixed(s.w, s.x, s.y, s.z),
    ) ^ job.round_keys[round];
  }
  return vec4<u32>(
    last(s.x, s.y, s.z, s.w),
    last(s.y, s.z, s.w, s.x),
    last(s.z, s.w, s.x, s.y),
    last(s.w, s.x, s.y, s.z),
  ) ^ job.round_keys[10];
}

@compute @workgroup_size(256)
fn ctr(
  @builtin(global_invocation_id) id: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
  @builtin(num_workgroups) groups: vec3<u32>,
) {
  t0[lane] = table[lane];
  workgroupBarrier();

  let stride = groups.x * 256u;
  for (var block = id.x; block < job.blocks; block += stride) {
    let stream = encrypt(vec4<u32>(job.nonce, big_endian(job.first_counter + block)));
    cipher[block] = plain[block] ^ stream;
  }
}

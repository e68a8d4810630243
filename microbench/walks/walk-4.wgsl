// Every invocation walks through 4 buffers by turns, each load at a place that the one before has told.
override WORDS: u32;
override ROUNDS: u32;

@group(0) @binding(0) var<storage, read> words_0: array<u32>;
@group(0) @binding(1) var<storage, read> words_1: array<u32>;
@group(0) @binding(2) var<storage, read> words_2: array<u32>;
@group(0) @binding(3) var<storage, read> words_3: array<u32>;
@group(0) @binding(4) var<storage, read_write> result: array<u32>;

fn mix_bits(x: u32) -> u32 {
  let y = (x ^ (x >> 15u)) * 0x2c1b3c6du;
  return y ^ (y >> 12u);
}

@compute @workgroup_size(128)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  var at = mix_bits(id.x + 1u);
  for (var i = 0u; i < ROUNDS; i++) {
    at = mix_bits(at + words_0[at % WORDS]);
    at = mix_bits(at + words_1[at % WORDS]);
    at = mix_bits(at + words_2[at % WORDS]);
    at = mix_bits(at + words_3[at % WORDS]);
  }
  result[id.x] = at;
}

// Vector quantisation of image descriptors: 32 unsigned bytes each, nearest of 128 codewords by integer dot
// products, and how many descriptors each codeword got.
struct Descriptor { words: array<vec4<u32>, 2> }
@group(0) @binding(0) var<storage, read> descriptors: array<Descriptor>;
@group(0) @binding(1) var<storage, read> codebook: array<Descriptor>;
@group(0) @binding(2) var<storage, read_write> code: array<u32>;
@group(0) @binding(3) var<storage, read_write> population: array<atomic<u32>>;

const CODEWORDS = 128u;
const THREADS = 128u;
var<workgroup> shared_words: array<Descriptor, CODEWORDS>;
var<workgroup> shared_norm: array<i32, CODEWORDS>;
var<workgroup> shared_count: array<atomic<u32>, CODEWORDS>;

fn dot32(a: Descriptor, b: Descriptor) -> u32 {
  var sum = 0u;
  for (var half = 0u; half < 2u; half++) {
    let x = a.words[half];
    let y = b.words[half];
    sum += dot4U8Packed(x.x, y.x) + dot4U8Packed(x.y, y.y) + dot4U8Packed(x.z, y.z) + dot4U8Packed(x.w, y.w);
  }
  return sum;
}

@compute @workgroup_size(THREADS)
fn encode(@builtin(global_invocation_id) gid: vec3<u32>, @builtin(local_invocation_index) lid: u32,
          @builtin(num_workgroups) groups: vec3<u32>) {
  let word = codebook[lid];
  shared_words[lid] = word;
  shared_norm[lid] = i32(dot32(word, word));
  atomicStore(&shared_count[lid], 0u);
  workgroupBarrier();

  let total = arrayLength(&descriptors);
  for (var d = gid.x; d < total; d += groups.x * THREADS) {
    let mine = descriptors[d];
    var best = 2147483647;
    var best_code = 0u;
    for (var k = 0u; k < CODEWORDS; k++) {
      let score = shared_norm[k] - 2 * i32(dot32(mine, shared_words[k]));
      if (score < best) {
        best = score;
        best_code = k;
      }
    }
    code[d] = best_code;
    atomicAdd(&shared_count[best_code], 1u);
  }
  workgroupBarrier();
  let count = atomicLoad(&shared_count[lid]);
  if (count > 0u) { atomicAdd(&population[lid], count); }
}

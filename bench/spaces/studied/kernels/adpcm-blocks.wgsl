// Decodes blocks of 4-bit ADPCM speech: a header of four bytes (first sample, step index), then two samples a byte,
// each a correction of the one before by a step that grows and shrinks. One block an invocation; 16-bit samples.
@group(0) @binding(0) var<storage, read> stream: array<u32>;
@group(0) @binding(1) var<storage, read> stepTable: array<i32, 89>;
@group(0) @binding(2) var<storage, read_write> samples: array<u32>;
@group(0) @binding(3) var<uniform> shape: vec4<u32>; // blocks, words of a block (header included)

var<workgroup> steps: array<i32, 89>;

struct Decoder {
  predictor: i32,
  index: i32,
}

fn decode(decoder: ptr<function, Decoder>, code: u32) -> i32 {
  let step = steps[(*decoder).index];
  var change = step >> 3u;
  if ((code & 4u) != 0u) { change += step; }
  if ((code & 2u) != 0u) { change += step >> 1u; }
  if ((code & 1u) != 0u) { change += step >> 2u; }
  if ((code & 8u) != 0u) { change = -change; }
  (*decoder).predictor = clamp((*decoder).predictor + change, -32768, 32767);
  let low = i32(code & 7u);
  (*decoder).index = clamp((*decoder).index + select(-1, 2 * (low - 3), low > 3), 0, 88);
  return (*decoder).predictor;
}

@compute @workgroup_size(32, 1, 1)
fn main(@builtin(global_invocation_id) gid: vec3<u32>, @builtin(local_invocation_id) lid: vec3<u32>) {
  for (var i = lid.x; i < 89u; i += 32u) {
    steps[i] = stepTable[i];
  }
  workgroupBarrier();
  let blocks = shape.x;
  let words = shape.y;
  if (gid.x >= blocks) {
    return;
  }
  let source = gid.x * words;
  let header = stream[source];
  var decoder = Decoder(i32(header << 16u) >> 16u, i32(min((header >> 16u) & 0xffu, 88u)));
  var target_word = gid.x * (words - 1u) * 4u;
  for (var w = 1u; w < words; w++) {
    var codes = stream[source + w];
    for (var pair = 0; pair < 4; pair++) {
      let first = decode(&decoder, codes & 15u);
      let second = decode(&decoder, (codes >> 4u) & 15u);
      samples[target_word] = (u32(first) & 0xffffu) | (u32(second) << 16u);
      target_word++;
      codes >>= 8u;
    }
  }
}

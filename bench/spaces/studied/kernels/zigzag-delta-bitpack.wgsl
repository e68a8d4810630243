// Column compression: blocks of 1024 values become zigzag deltas, packed with as many bits as the block's widest needs.
// A block keeps its own slot of 1024 words; header: first value and bits per delta.
const SIZE = 256u;
const BLOCK = 1024u;

@group(0) @binding(0) var<storage, read> column: array<vec4<u32>>;
@group(0) @binding(1) var<storage, read_write> headers: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read_write> slots: array<u32>;

var<workgroup> lasts: array<u32, SIZE>;
var<workgroup> words: array<atomic<u32>, BLOCK>;
var<workgroup> allBits: atomic<u32>;

fn zigzag(delta: u32) -> u32 {
  let d = bitcast<i32>(delta);
  return bitcast<u32>((d << 1u) ^ (d >> 31u));
}

@compute @workgroup_size(SIZE)
fn pack(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
  let block = group.x;
  let v = column[block * SIZE + lane];
  lasts[lane] = v.w;
  for (var i = lane; i < BLOCK; i += SIZE) {
    atomicStore(&words[i], 0u);
  }
  workgroupBarrier();

  var before = v.x;
  if (lane > 0u) {
    before = lasts[lane - 1u];
  }
  var deltas = array<u32, 4>(zigzag(v.x - before), zigzag(v.y - v.x), zigzag(v.z - v.y), zigzag(v.w - v.z));
  atomicOr(&allBits, deltas[0] | deltas[1] | deltas[2] | deltas[3]);
  workgroupBarrier();

  let width = 32u - countLeadingZeros(atomicLoad(&allBits));
  for (var i = 0u; i < 4u; i++) {
    let bit = (4u * lane + i) * width;
    let word = bit >> 5u;
    let shift = bit & 31u;
    if (deltas[i] != 0u) {
      atomicOr(&words[word], deltas[i] << shift);
      if (shift + width > 32u) {
        atomicOr(&words[word + 1u], deltas[i] >> (32u - shift));
      }
    }
  }
  workgroupBarrier();

  let used = width * (BLOCK / 32u);
  for (var i = lane; i < used; i += SIZE) {
    slots[block * BLOCK + i] = atomicLoad(&words[i]);
  }
  if (lane == 0u) {
    headers[block] = vec2<u32>(v.x, width);
  }
}

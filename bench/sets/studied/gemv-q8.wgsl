// Matrix-vector product with weights in blocks of 32 signed bytes and a half-float scale; a subgroup per row.
enable subgroups;
struct Block { scale: u32, data: array<u32, 8> }
@group(0) @binding(0) var<storage, read> blocks: array<Block>;
@group(0) @binding(1) var<storage, read> x: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read_write> y: array<f32>;
override BLOCKS_PER_ROW: u32 = 128;

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) index: u32,
        @builtin(subgroup_invocation_id) lane: u32, @builtin(subgroup_size) size: u32) {
  let row = group.x * (128u / size) + index / size;
  var sum = 0.0;
  for (var b = lane; b < BLOCKS_PER_ROW; b += size) {
    let at = row * BLOCKS_PER_ROW + b;
    var part = 0.0;
    for (var w = 0u; w < 8u; w++) {
      part += dot(vec4<f32>(unpack4xI8(blocks[at].data[w])), x[b * 8u + w]);
    }
    sum += part * unpack2x16float(blocks[at].scale & 0x3fffu).x;
  }
  sum = subgroupAdd(sum);
  if (lane == 0u) { y[row] = sum; }
}

// Uniformly partitioned convolution, frequency domain part: every output channel sums, over all input channels
// and all partitions of the impulse responses, the products of the input spectra (a ring of the latest blocks,
// newest at `head`) with the filter spectra. Spectra are those of real data: BLOCK bins, the first one packed.

struct Block {
  inputs: u32,
  outputs: u32,
  partitions: u32,
  bins: u32,
  head: u32,
  wet: f32,
}

@group(0) @binding(0) var<storage, read> ring: array<vec2f>;      // [input][slot][bin]
@group(0) @binding(1) var<storage, read> filters: array<vec2f>;   // [output][input][partition][bin]
@group(0) @binding(2) var<storage, read_write> mix: array<vec2f>; // [output][bin]
@group(0) @binding(3) var<uniform> block: Block;

fn cmul(a: vec2f, b: vec2f) -> vec2f {
  return vec2f(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

@compute @workgroup_size(64, 1, 1)
fn accumulate(@builtin(global_invocation_id) id: vec3u) {
  let bin = id.x;
  let output = id.y;
  if (bin >= block.bins || output >= block.outputs) {
    return;
  }
  var sum = vec2f(0.0);
  for (var input = 0u; input < block.inputs; input++) {
    let ringBase = input * block.partitions * block.bins;
    let filterBase = (output * block.inputs + input) * block.partitions * block.bins;
    for (var p = 0u; p < block.partitions; p++) {
      // the block that is p blocks old
      var slot = block.head + block.partitions - p;
      if (slot >= block.partitions) {
        slot -= block.partitions;
      }
      let x = ring[ringBase + slot * block.bins + bin];
      let h = filters[filterBase + p * block.bins + bin];
      if (bin == 0u) {
        // DC and Nyquist are real and share the first bin.
        sum += x * h;
      } else {
        sum += cmul(x, h);
      }
    }
  }
  mix[output * block.bins + bin] = sum * block.wet;
}

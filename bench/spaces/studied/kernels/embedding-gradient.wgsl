// Gradient of an embedding table: adds each token's gradient to the row of its word, from gradients in 8 bits with a
// loss scale that is a power of two. There is no atomic addition of floats, so sums are exchanged as bits until nobody
// came between. Words outside the vocabulary share the last row.
struct Sizes {
  tokens: u32,
  dims: u32,      // a multiple of 4
  vocabulary: u32,
  scale: f32,
}

@group(0) @binding(0) var<uniform> sizes: Sizes;
@group(0) @binding(1) var<storage, read> words: array<u32>;
@group(0) @binding(2) var<storage, read> gradients: array<u32>;        // i8, four in a word
@group(0) @binding(3) var<storage, read_write> table: array<atomic<u32>>; // f32 as bits

fn addFloat(index: u32, value: f32) {
  var old = atomicLoad(&table[index]);
  loop {
    let sum = bitcast<u32>(bitcast<f32>(old) + value);
    let result = atomicCompareExchangeWeak(&table[index], old, sum);
    if (result.exchanged) {
      break;
    }
    old = result.old_value;
  }
}

@compute @workgroup_size(64, 1)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let dim = id.x;
  let token = id.y;
  if (dim >= sizes.dims || token >= sizes.tokens) {
    return;
  }
  let row = min(words[token], sizes.vocabulary);
  let at = token * sizes.dims + dim;
  let quantized = extractBits(bitcast<i32>(gradients[at / 4u]), 8u * (at % 4u), 8u);
  if (quantized != 0) {
    addFloat(row * sizes.dims + dim, f32(quantized) * sizes.scale);
  }
}

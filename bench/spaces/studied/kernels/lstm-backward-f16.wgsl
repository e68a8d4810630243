enable f16;

// Backward pass through the pointwise part of an LSTM cell, in half precision: from the gradients of the new hidden
// and cell state to those of the four gates before their activations and of the old cell state.
struct Sizes {
  batch: u32,
  pairs: u32, // of hidden units
}

@group(0) @binding(0) var<uniform> sizes: Sizes;
@group(0) @binding(1) var<storage, read> gates: array<vec2<f16>>; // [batch][i, f, g, o][pairs], activated
@group(0) @binding(2) var<storage, read> old_cell: array<vec2<f16>>;
@group(0) @binding(3) var<storage, read> new_cell: array<vec2<f16>>;
@group(0) @binding(4) var<storage, read> d_hidden: array<vec2<f16>>;
@group(0) @binding(5) var<storage, read> d_cell: array<vec2<f16>>;
@group(0) @binding(6) var<storage, read_write> d_gates: array<vec2<f16>>;
@group(0) @binding(7) var<storage, read_write> d_old_cell: array<vec2<f16>>;

@compute @workgroup_size(64, 4)
fn backward(@builtin(global_invocation_id) id: vec3<u32>) {
  let unit = id.x;
  let row = id.y;
  if (unit >= sizes.pairs || row >= sizes.batch) {
    return;
  }
  let at = row * sizes.pairs + unit;
  let first = 4u * row * sizes.pairs + unit;
  let i = vec2<f32>(gates[first]);
  let f = vec2<f32>(gates[first + sizes.pairs]);
  let g = vec2<f32>(gates[first + 2u * sizes.pairs]);
  let o = vec2<f32>(gates[first + 3u * sizes.pairs]);

  let bent = tanh(vec2<f32>(new_cell[at]));
  let dh = vec2<f32>(d_hidden[at]);
  let dc = vec2<f32>(d_cell[at]) + dh * o * (1.0 - bent * bent);

  d_gates[first] = vec2<f16>(dc * g * i * (1.0 - i));
  d_gates[first + sizes.pairs] = vec2<f16>(dc * vec2<f32>(old_cell[at]) * f * (1.0 - f));
  d_gates[first + 2u * sizes.pairs] = vec2<f16>(dc * i * (1.0 - g * g));
  d_gates[first + 3u * sizes.pairs] = vec2<f16>(dh * bent * o * (1.0 - o));
  d_old_cell[at] = vec2<f16>(dc * f);
}

// Back-propagation: weights follow the errors of the hidden units and their last change (momentum).
struct Learning { rate: f32, momentum: f32 }

@group(0) @binding(0) var<storage, read> inputs: array<f32>;
@group(0) @binding(1) var<storage, read> errors: array<f32>;
@group(0) @binding(2) var<storage, read_write> weights: array<f32>; // inputs x HIDDEN
@group(0) @binding(3) var<storage, read_write> changes: array<f32>;
@group(0) @binding(4) var<uniform> learning: Learning;

override HIDDEN: u32;

@compute @workgroup_size(16, 16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let i = id.y * HIDDEN + id.x;
  let change = learning.rate * errors[id.x] * inputs[id.y] + learning.momentum * changes[i];
  weights[i] += change;
  changes[i] = change;
}

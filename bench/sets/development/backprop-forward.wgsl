// Back-propagation, forward pass of one layer: 16 inputs times 16 hidden units per workgroup, partial sums per
// block of inputs folded in workgroup memory.
@group(0) @binding(0) var<storage, read> inputs: array<f32>;
@group(0) @binding(1) var<storage, read> weights: array<f32>; // inputs x HIDDEN
@group(0) @binding(2) var<storage, read_write> partialSums: array<f32>; // blocks x HIDDEN

override HIDDEN: u32;
const SIDE = 16u;
var<workgroup> nodes: array<f32, SIDE>;
var<workgroup> products: array<array<f32, SIDE>, SIDE>;

@compute @workgroup_size(SIDE, SIDE)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
  let unit = group.x * SIDE + local.x;
  let node = group.y * SIDE + local.y;
  if (local.x == 0u) {
    nodes[local.y] = inputs[node];
  }
  workgroupBarrier();
  products[local.y][local.x] = weights[node * HIDDEN + unit] * nodes[local.y];
  workgroupBarrier();
  for (var stride = 1u; stride < SIDE; stride *= 2u) {
    if (local.y % (2u * stride) == 0u) {
      products[local.y][local.x] += products[local.y + stride][local.x];
    }
    workgroupBarrier();
  }
  if (local.y == 0u) {
    partialSums[group.y * HIDDEN + unit] = products[0][local.x];
  }
}

// Inference of gradient-boosted decision trees: complete binary trees of depth six in heap order. An invocation sends
// its sample down all of them and adds up what it finds at the leaves.
struct Model {
  samples: u32,
  features: u32,
  trees: u32,
  base: f32,
}

const DEPTH = 6u;
const INNER = 63u;
const LEAVES = 64u;

@group(0) @binding(0) var<uniform> model: Model;
@group(0) @binding(1) var<storage, read> samples: array<f32>;     // row-major
@group(0) @binding(2) var<storage, read> split_feature: array<u32>;
@group(0) @binding(3) var<storage, read> split_value: array<f32>;
@group(0) @binding(4) var<storage, read> leaf_value: array<f32>;
@group(0) @binding(5) var<storage, read_write> probability: array<f32>;

fn leaf_of(tree: u32, row: u32) -> u32 {
  var node = 0u;
  for (var d = 0u; d < DEPTH; d++) {
    let split = tree * INNER + node;
    let goes_right = samples[row + split_feature[split]] >= split_value[split];
    node = 2u * node + 1u + u32(goes_right);
  }
  return node - INNER;
}

@compute @workgroup_size(256)
fn classify(@builtin(global_invocation_id) gid: vec3<u32>) {
  let sample_index = gid.x;
  if (sample_index >= model.samples) { return; }
  let row = sample_index * model.features;
  var margin = model.base;
  for (var tree = 0u; tree < model.trees; tree++) {
    margin += leaf_value[tree * LEAVES + leaf_of(tree, row)];
  }
  probability[sample_index] = 1.0 / (1.0 + exp(-margin));
}

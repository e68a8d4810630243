// Prediction with gradient-boosted trees: complete trees of depth 8 over 32
// features. Each tree is staged in workgroup memory, each invocation walks it
// for one sample.

const DEPTH: u32 = 8u;
const INNER: u32 = 255u;
const LEAVES: u32 = 256u;

struct Forest {
  samples: u32,
  trees: u32,
  bias: f32,
  rate: f32,
}

@group(0) @binding(0) var<storage, read> features: array<f32>;     // feature by sample
@group(0) @binding(1) var<storage, read> splitFeature: array<u32>;
@group(0) @binding(2) var<storage, read> splitValue: array<f32>;
@group(0) @binding(3) var<storage, read> leafValue: array<f32>;
@group(0) @binding(4) var<storage, read_write> probability: array<f32>;
@group(0) @binding(5) var<uniform> forest: Forest;

var<workgroup> nodeFeature: array<u32, 256>;
var<workgroup> nodeValue: array<f32, 256>;

@compute @workgroup_size(128)
fn main(@builtin(global_invocation_id) gid: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
  let sample = gid.x;
  let active_ = sample < forest.samples;
  var sum = forest.bias;

  for (var tree = 0u; tree < forest.trees; tree++) {
    for (var n = lane; n < INNER; n += 128u) {
      nodeFeature[n] = splitFeature[tree * INNER + n];
      nodeValue[n] = splitValue[tree * INNER + n];
    }
    workgroupBarrier();

    if (active_) {
      var node = 0u;
      for (var level = 0u; level < DEPTH; level++) {
        let x = features[nodeFeature[node] * forest.samples + sample];
        node = 2u * node + select(1u, 2u, x > nodeValue[node]);
      }
      sum += forest.rate * leafValue[tree * LEAVES + node - INNER];
    }
    workgroupBarrier();
  }

  if (active_) {
    probability[sample] = 1.0 / (1.0 + exp(-sum));
  }
}

// Momentum SGD with decoupled weight decay whose momentum is kept in 8 bits: codes into a table of 256 values, scaled
// by the largest magnitude of each block of 1024 weights. One workgroup has one block: it expands the state, steps,
// finds the new scale and quantises again, to the nearest entry of the sorted table.
const THREADS = 256u;

struct Hyper {
  rate: f32,
  beta: f32,
  decay: f32,
  gradScale: f32,
}

@group(0) @binding(0) var<uniform> hyper: Hyper;
@group(0) @binding(1) var<storage, read> table: array<f32, 256>;
@group(0) @binding(2) var<storage, read> grads: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read_write> weights: array<vec4<f32>>;
@group(0) @binding(4) var<storage, read_write> codes: array<u32>;
@group(0) @binding(5) var<storage, read_write> scales: array<f32>;

var<workgroup> values: array<f32, 256>;
var<workgroup> largest: array<f32, 256>;

fn quantise(x: f32) -> u32 {
  var lo = 0u;
  var hi = 255u;
  while (hi - lo > 1u) {
    let middle = (lo + hi) / 2u;
    if (values[middle] <= x) {
      lo = middle;
    } else {
      hi = middle;
    }
  }
  return select(lo, hi, values[hi] - x < x - values[lo]);
}

@compute @workgroup_size(256)
fn step(
  @builtin(workgroup_id) wid: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let block = wid.x;
  let i = block * THREADS + lane;
  let inside = i < arrayLength(&weights);

  values[lane] = table[lane];
  workgroupBarrier();

  var momentum = vec4<f32>(0.0);
  if (inside) {
    let packed = codes[i];
    let old = vec4<f32>(
      values[packed & 0xffu],
      values[(packed >> 8u) & 0xffu],
      values[(packed >> 16u) & 0xffu],
      values[packed >> 24u],
    ) * scales[block];
    momentum = hyper.beta * old + grads[i] * hyper.gradScale;
    weights[i] = weights[i] * (1.0 - hyper.rate * hyper.decay) - hyper.rate * momentum;
  }

  let a = abs(momentum);
  largest[lane] = max(max(a.x, a.y), max(a.z, a.w));
  workgroupBarrier();
  for (var width = THREADS / 2u; width > 0u; width /= 2u) {
    if (lane < width) {
      largest[lane] = max(largest[lane], largest[lane + width]);
    }
    workgroupBarrier();
  }
  let scale = largest[0];

  if (inside) {
    let inverse = select(0.0, 1.0 / scale, scale > 0.0);
    var packed = 0u;
    for (var c = 0u; c < 4u; c++) {
      packed |= quantise(momentum[c] * inverse) << (8u * c);
    }
    codes[i] = packed;
  }
  if (lane == 0u) {
    scales[block] = scale;
  }
}

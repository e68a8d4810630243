// Squeeze-and-excitation block, NHWC, one workgroup per image: global average pool, two dense layers with SiLU
// and sigmoid, and the gated activations written back. Everything between the reads of x stays in workgroup memory.

override CHANNELS: u32 = 384u;
override REDUCED: u32 = 24u;
override PIXELS: u32 = 196u;
const THREADS: u32 = 192u;

@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read> w_reduce: array<f32>;  // [REDUCED][CHANNELS]
@group(0) @binding(2) var<storage, read> b_reduce: array<f32>;
@group(0) @binding(3) var<storage, read> w_expand: array<f32>;  // [REDUCED][CHANNELS]
@group(0) @binding(4) var<storage, read> b_expand: array<f32>;
@group(0) @binding(5) var<storage, read_write> y: array<f32>;

var<workgroup> pooled: array<f32, CHANNELS>;
var<workgroup> hidden: array<f32, REDUCED>;

fn sigmoid(v: f32) -> f32 {
  return 1.0 / (1.0 + exp(-v));
}

@compute @workgroup_size(THREADS)
fn squeeze_excite(
  @builtin(workgroup_id) wid: vec3<u32>,
  @builtin(local_invocation_id) lid: vec3<u32>,
) {
  let image = wid.x * PIXELS * CHANNELS;

  for (var c = lid.x; c < CHANNELS; c += THREADS) {
    var sum = 0.0;
    for (var p = 0u; p < PIXELS; p++) {
      sum += x[image + p * CHANNELS + c];
    }
    pooled[c] = sum / f32(PIXELS);
  }
  workgroupBarrier();

  for (var r = lid.x; r < REDUCED; r += THREADS) {
    var sum = b_reduce[r];
    for (var c = 0u; c < CHANNELS; c++) {
      sum += w_reduce[r * CHANNELS + c] * pooled[c];
    }
    hidden[r] = sum * sigmoid(sum);
  }
  workgroupBarrier();

  for (var c = lid.x; c < CHANNELS; c += THREADS) {
    var sum = b_expand[c];
    for (var r = 0u; r < REDUCED; r++) {
      sum += w_expand[r * CHANNELS + c] * hidden[r];
    }
    let gate = sigmoid(sum);
    for (var p = 0u; p < PIXELS; p++) {
      let at = image + p * CHANNELS + c;
      y[at] = x[at] * gate;
    }
  }
}

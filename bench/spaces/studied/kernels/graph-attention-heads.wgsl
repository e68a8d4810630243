// Graph neural network, attention over neighbours: score = leaky(dst[i] + src[j]), softmax over the
// neighbours j of i, weighted sum of their features. One invocation per node and head.

const HEADS: u32 = 4u;
const CHANNELS_4: u32 = 4u; // vec4s per head

@group(0) @binding(0) var<storage, read> row_ptr: array<u32>;
@group(0) @binding(1) var<storage, read> col_idx: array<u32>;
@group(0) @binding(2) var<storage, read> score_src: array<f32>;
@group(0) @binding(3) var<storage, read> score_dst: array<f32>;
@group(0) @binding(4) var<storage, read> features: array<vec4<f32>>;
@group(0) @binding(5) var<storage, read_write> output: array<vec4<f32>>;

fn leaky_relu(x: f32) -> f32 {
  return select(0.2 * x, x, x > 0.0);
}

@compute @workgroup_size(256)
fn aggregate(@builtin(global_invocation_id) gid: vec3<u32>) {
  let node = gid.x / HEADS;
  let head = gid.x % HEADS;
  if (node + 1u >= arrayLength(&row_ptr)) {
    return;
  }
  let begin = row_ptr[node];
  let end = row_ptr[node + 1u];
  let own = score_dst[gid.x];

  // first pass: the largest score, for a stable softmax
  var highest = -1e30;
  for (var e = begin; e < end; e = e + 1u) {
    highest = max(highest, leaky_relu(own + score_src[col_idx[e] * HEADS + head]));
  }

  var total = 0.0;
  var acc: array<vec4<f32>, CHANNELS_4>;
  for (var e = begin; e < end; e = e + 1u) {
    let j = col_idx[e] * HEADS + head;
    let w = exp(leaky_relu(own + score_src[j]) - highest);
    total += w;
    for (var c = 0u; c < CHANNELS_4; c++) {
      acc[c] += w * features[j * CHANNELS_4 + c];
    }
  }
  let norm = 1.0 / max(total, 1e-12);
  for (var c = 0u; c < CHANNELS_4; c++) {
    output[gid.x * CHANNELS_4 + c] = acc[c] * norm;
  }
}

// Weights to 8 bits in blocks of 32: one scale for each block (the largest magnitude over 127) and
// 32 signed bytes. Each invocation does a block.

const QK = 32u;

@group(0) @binding(0) var<storage, read> weights: array<f32>;
@group(0) @binding(1) var<storage, read_write> scales: array<f32>;
@group(0) @binding(2) var<storage, read_write> quants: array<u32>; // four to a word

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) gid: vec3u) {
  let block = gid.x;
  if (block >= arrayLength(&scales)) {
    return;
  }
  let base = block * QK;

  var amax = 0.0;
  for (var i = 0u; i < QK; i++) {
    amax = max(amax, abs(weights[base + i]));
  }

  let scale = amax / 127.0;
  let inverse = select(1.0 / scale, 0.0, scale == 0.0);
  scales[block] = scale;

  for (var i = 0u; i < QK; i += 4u) {
    let q0 = i32(round(weights[base + i] * inverse));
    let q1 = i32(round(weights[base + i + 1u] * inverse));
    let q2 = i32(round(weights[base + i + 2u] * inverse));
    let q3 = i32(round(weights[base + i + 3u] * inverse));
    quants[(base + i) / 4u] = (u32(q0) & 0xffu)
      | ((u32(q1) & 0xffu) << 8u)
      | ((u32(q2) & 0xffu) << 16u)
      | ((u32(q3) & 0xffu) << 24u);
  }
}

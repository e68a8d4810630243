// Quantised 3x3 convolution, 64 -> 64 channels, NHWC with four int8 in a word, symmetric quantisation.
// An invocation computes four output channels of a pixel and requantises them into one word.
override PIXELS: u32 = 16u;
const GROUPS = 16u;       // 64 channels / 4

struct Shape { width: u32, height: u32, images: u32, relu: u32 }

@group(0) @binding(0) var<uniform> shape: Shape;
@group(0) @binding(1) var<storage, read> input: array<u32>;
@group(0) @binding(2) var<storage, read> weights: array<u32>;    // [64][3][3][16]
@group(0) @binding(3) var<storage, read> bias: array<i32>;
@group(0) @binding(4) var<storage, read> scale: array<f32>;
@group(0) @binding(5) var<storage, read_write> output: array<u32>;

@compute @workgroup_size(GROUPS, PIXELS)
fn conv(@builtin(workgroup_id) wg: vec3u, @builtin(local_invocation_id) lid: vec3u) {
  let x = wg.x * PIXELS + lid.y;
  let y = wg.y;
  let image = wg.z;
  if (x >= shape.width) { return; }
  let oc = lid.x * 4u;
  var acc = vec4i(bias[oc], bias[oc + 1u], bias[oc + 2u], bias[oc + 3u]);

  for (var ky = 0u; ky < 3u; ky++) {
    let iy = i32(y + ky) - 1;
    if (iy < 0 || iy >= i32(shape.height)) { continue; }
    for (var kx = 0u; kx < 3u; kx++) {
      let ix = i32(x + kx) - 1;
      if (ix < 0 || ix >= i32(shape.width)) { continue; }
      let src = ((image * shape.height + u32(iy)) * shape.width + u32(ix)) * GROUPS;
      let tap = (ky * 3u + kx) * GROUPS;
      for (var c = 0u; c < GROUPS; c++) {
        let v = input[src + c];
        acc.x += dot4I8Packed(v, weights[oc * 144u + tap + c]);
        acc.y += dot4I8Packed(v, weights[(oc + 1u) * 144u + tap + c]);
        acc.z += dot4I8Packed(v, weights[(oc + 2u) * 144u + tap + c]);
        acc.w += dot4I8Packed(v, weights[(oc + 3u) * 144u + tap + c]);
      }
    }
  }
  let m = vec4f(scale[oc], scale[oc + 1u], scale[oc + 2u], scale[oc + 3u]);
  var q = vec4i(round(vec4f(acc) * m));
  if (shape.relu == 1u) { q = max(q, vec4i(0)); }
  output[((image * shape.height + y) * shape.width + x) * GROUPS + lid.x] = pack4xI8Clamp(q);
}

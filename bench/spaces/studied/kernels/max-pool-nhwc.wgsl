// Max pooling 3x3, stride 2, padding 1, NHWC, four channels per invocation.
// Also writes which of the nine taps won, for the backward pass.
struct Shape {
  inHeight: u32,
  inWidth: u32,
  outHeight: u32,
  outWidth: u32,
  channels4: u32,
  batch: u32,
}

@group(0) @binding(0) var<uniform> shape: Shape;
@group(0) @binding(1) var<storage, read> x: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read_write> y: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read_write> winner: array<vec4<u32>>;

override WC: u32 = 16;
override WX: u32 = 8;

@compute @workgroup_size(WC, WX, 1)
fn main(@builtin(global_invocation_id) gid: vec3<u32>) {
  let c = gid.x;
  let ox = gid.y;
  let oy = gid.z % shape.outHeight;
  let n = gid.z / shape.outHeight;
  if (c >= shape.channels4 || ox >= shape.outWidth || n >= shape.batch) {
    return;
  }

  var best = vec4<f32>(-3.4e38);
  var index = vec4<u32>(0u);
  for (var ky = 0u; ky < 3u; ky++) {
    let iy = i32(oy * 2u + ky) - 1;
    if (iy < 0 || iy >= i32(shape.inHeight)) {
      continue;
    }
    for (var kx = 0u; kx < 3u; kx++) {
      let ix = i32(ox * 2u + kx) - 1;
      if (ix < 0 || ix >= i32(shape.inWidth)) {
        continue;
      }
      let v = x[((n * shape.inHeight + u32(iy)) * shape.inWidth + u32(ix)) * shape.channels4 + c];
      let better = v > best;
      best = select(best, v, better);
      index = select(index, vec4<u32>(ky * 3u + kx), better);
    }
  }
  let o = ((n * shape.outHeight + oy) * shape.outWidth + ox) * shape.channels4 + c;
  y[o] = best;
  winner[o] = index;
}

// 3x3 convolution of half-precision feature maps, 32 channels in, 4 channels out per invocation.
enable f16;
override WIDTH: u32;
override HEIGHT: u32;
override IN_CHANNELS: u32;
@group(0) @binding(0) var<storage, read> input: array<f16>;
@group(0) @binding(1) var<storage, read> weights: array<vec4<f16>>; // [group][channel][ky][kx], 4 outputs each
@group(0) @binding(2) var<storage, read_write> output: array<f16>;

@compute @workgroup_size(16, 16, 1)
fn conv3x3(@builtin(global_invocation_id) gid: vec3<u32>) {
  if (gid.x >= WIDTH || gid.y >= HEIGHT) { return; }
  var acc = vec4<f16>(0.0h);
  let plane = WIDTH * HEIGHT;
  for (var c = 0u; c < IN_CHANNELS; c++) {
    for (var ky = 0u; ky < 3u; ky++) {
      let yy = clamp(i32(gid.y + ky) - 1, 0, i32(HEIGHT) - 1);
      for (var kx = 0u; kx < 3u; kx++) {
        let xx = clamp(i32(gid.x + kx) - 1, 0, i32(WIDTH) - 1);
        let v = input[c * plane + u32(yy) * WIDTH + u32(xx)];
        acc = fma(vec4<f16>(v), weights[((gid.z * IN_CHANNELS + c) * 3u + ky) * 3u + kx], acc);
      }
    }
  }
  for (var o = 0u; o < 4u; o++) {
    output[(gid.z * 4u + o) * plane + gid.y * WIDTH + gid.x] = max(acc[o], 0.0h);
  }
}

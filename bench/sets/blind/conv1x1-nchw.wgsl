// Pointwise convolution of NCHW feature maps with bias and ReLU: four pixels times eight output channels per
// invocation, no workgroup memory; all invocations of a workgroup read the same weights.
override PIXELS: u32; // per plane, a multiple of 4
override C_IN: u32;
override C_OUT: u32;  // a multiple of 8
@group(0) @binding(0) var<storage, read> x: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read> weight: array<f32>; // [input][output]
@group(0) @binding(2) var<storage, read> bias: array<f32>;
@group(0) @binding(3) var<storage, read_write> y: array<vec4<f32>>;

@compute @workgroup_size(64, 1, 1)
fn pointwise(@builtin(global_invocation_id) gid: vec3<u32>) {
  let plane = PIXELS / 4u;
  if (gid.x >= plane) { return; }
  let first = gid.y * 8u;
  let image = gid.z;
  var acc: array<vec4<f32>, 8>;
  for (var o = 0u; o < 8u; o++) { acc[o] = vec4<f32>(bias[first + o]); }
  for (var c = 0u; c < C_IN; c++) {
    let v = x[(image * C_IN + c) * plane + gid.x];
    for (var o = 0u; o < 8u; o++) {
      acc[o] += weight[c * C_OUT + first + o] * v;
    }
  }
  for (var o = 0u; o < 8u; o++) {
    y[(image * C_OUT + first + o) * plane + gid.x] = max(acc[o], vec4<f32>());
  }
}

// Group normalisation and SiLU of NCHW feature maps, as in a diffusion U-Net: one workgroup per image and group,
// statistics in a first pass over the group, the result in a second.
enable subgroups;
override CHANNELS: u32;
override GROUPS: u32;
override PIXELS: u32; // per plane, a multiple of 4
@group(0) @binding(0) var<storage, read> x: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read> gamma: array<f32>;
@group(0) @binding(2) var<storage, read> beta: array<f32>;
@group(0) @binding(3) var<storage, read_write> y: array<vec4<f32>>;

const SIZE = 256u;
var<workgroup> subgroup_sums: array<vec2<f32>, 64>;
var<workgroup> statistics: vec2<f32>;

@compute @workgroup_size(SIZE)
fn normalise(@builtin(workgroup_id) wg: vec3<u32>, @builtin(local_invocation_index) t: u32,
             @builtin(subgroup_size) width: u32, @builtin(subgroup_invocation_id) lane: u32) {
  let channels = CHANNELS / GROUPS;
  let plane = PIXELS / 4u;
  let length = channels * plane;
  let start = (wg.y * GROUPS + wg.x) * length;

  var sum = vec2<f32>(0.0);
  for (var i = t; i < length; i += SIZE) {
    let v = x[start + i];
    sum += vec2<f32>(dot(v, vec4<f32>(1.0)), dot(v, v));
  }
  sum = subgroupAdd(sum);
  if (lane == 0u) { subgroup_sums[t / width] = sum; }
  workgroupBarrier();
  if (t == 0u) {
    var total = vec2<f32>(0.0);
    for (var i = 0u; i < SIZE / width; i++) { total += subgroup_sums[i]; }
    let mean = total.x / f32(4u * length);
    let variance = total.y / f32(4u * length) - mean * mean;
    statistics = vec2<f32>(mean, inverseSqrt(variance + 1e-5));
  }
  let s = workgroupUniformLoad(&statistics);

  for (var i = t; i < length; i += SIZE) {
    let channel = wg.x * channels + i / plane;
    let v = (x[start + i] - s.x) * (s.y * gamma[channel]) + beta[channel];
    y[start + i] = v / (1.0 + exp(-v));
  }
}

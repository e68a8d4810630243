enable subgroups;

// Group normalisation of NCHW activations: one workgroup per image and group, whose elements are contiguous.
struct Shape {
  groups: u32,
  channels_per_group: u32,
  plane: u32, // height * width / 4, in vec4s
  eps: f32,
}

@group(0) @binding(0) var<uniform> shape: Shape;
@group(0) @binding(1) var<storage, read> input: array<vec4f>;
@group(0) @binding(2) var<storage, read> gamma: array<f32>;
@group(0) @binding(3) var<storage, read> beta: array<f32>;
@group(0) @binding(4) var<storage, read_write> output: array<vec4f>;

var<workgroup> partial: array<vec2f, 64>;
var<workgroup> stats: vec2f;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) wg: vec3u,
        @builtin(local_invocation_index) li: u32,
        @builtin(subgroup_invocation_id) lane: u32,
        @builtin(subgroup_size) lanes: u32) {
  let count = shape.channels_per_group * shape.plane;
  let base = wg.x * count;

  var sum = 0.0;
  var squares = 0.0;
  for (var i = li; i < count; i += 256u) {
    let v = input[base + i];
    sum += v.x + v.y + v.z + v.w;
    squares += dot(v, v);
  }
  let sub_sum = subgroupAdd(sum);
  let sub_squares = subgroupAdd(squares);
  if (lane == 0u) {
    partial[li / lanes] = vec2f(sub_sum, sub_squares);
  }
  workgroupBarrier();

  if (li == 0u) {
    var total = vec2f(0.0);
    for (var s = 0u; s < 256u / lanes; s++) {
      total += partial[s];
    }
    let mean = total.x / f32(4u * count);
    let variance = total.y / f32(4u * count) - mean * mean;
    stats = vec2f(mean, inverseSqrt(max(variance, 0.0) + shape.eps));
  }
  workgroupBarrier();

  let mean = stats.x;
  let inv = stats.y;
  let first_channel = (wg.x % shape.groups) * shape.channels_per_group;
  for (var i = li; i < count; i += 256u) {
    let c = first_channel + i / shape.plane;
    let scale = gamma[c] * inv;
    output[base + i] = (input[base + i] - mean) * scale + beta[c];
  }
}

// Layer normalization of every token's features followed by GELU (tanh form): a workgroup per token, sums by subgroups.
enable subgroups;

struct Shape {
  features: u32, // a multiple of 4
  epsilon: f32,
}

@group(0) @binding(0) var<storage, read> tokens: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read> scale: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read> shift: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read_write> activated: array<vec4<f32>>;
@group(0) @binding(4) var<uniform> shape: Shape;

const SIZE = 128u;
var<workgroup> partial: array<vec2<f32>, SIZE>;

@compute @workgroup_size(SIZE)
fn normalize(
  @builtin(workgroup_id) token: vec3<u32>,
  @builtin(local_invocation_index) index: u32,
  @builtin(subgroup_invocation_id) lane: u32,
  @builtin(subgroup_size) width: u32,
) {
  let quads = shape.features / 4u;
  let start = token.x * quads;
  var sums = vec2<f32>(0.0);
  for (var i = index; i < quads; i += SIZE) {
    let value = tokens[start + i];
    sums += vec2<f32>(dot(value, vec4<f32>(1.0)), dot(value, value));
  }
  sums = subgroupAdd(sums);
  if (lane == 0u) {
    partial[index / width] = sums;
  }
  workgroupBarrier();
  var total = vec2<f32>(0.0);
  for (var i = 0u; i < SIZE / width; i++) {
    total += partial[i];
  }
  let mean = total.x / f32(shape.features);
  let deviation = inverseSqrt(total.y / f32(shape.features) - mean * mean + shape.epsilon);
  for (var i = index; i < quads; i += SIZE) {
    let value = (tokens[start + i] - mean) * deviation * scale[i] + shift[i];
    let inner = 0.79788456 * (value + 0.044715 * value * value * value);
    activated[start + i] = 0.5 * value * (1.0 + tanh(inner));
  }
}

// Layer normalisation with scale and shift: one row of vectors per workgroup, sum and sum of squares folded
// together.
struct Shape { columns: u32, epsilon: f32 }

@group(0) @binding(0) var<storage, read> input: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read> scale: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read> shift: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read_write> output: array<vec4<f32>>;
@group(0) @binding(4) var<uniform> shape: Shape;

override SIZE: u32 = 128;
var<workgroup> partial: array<vec2<f32>, SIZE>; // sum, sum of squares

@compute @workgroup_size(SIZE)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
  let vectors = shape.columns / 4u;
  let start = group.x * vectors;
  var moments = vec2<f32>();
  for (var i = lane; i < vectors; i += SIZE) {
    let x = input[start + i];
    moments += vec2<f32>(dot(x, vec4<f32>(1.0)), dot(x, x));
  }
  partial[lane] = moments;
  workgroupBarrier();
  for (var width = SIZE / 2u; width > 0u; width >>= 1u) {
    if (lane < width) {
      partial[lane] += partial[lane + width];
    }
    workgroupBarrier();
  }
  let mean = partial[0].x / f32(shape.columns);
  let variance = partial[0].y / f32(shape.columns) - mean * mean;
  let factor = inverseSqrt(variance + shape.epsilon);
  for (var i = lane; i < vectors; i += SIZE) {
    output[start + i] = (input[start + i] - mean) * factor * scale[i] + shift[i];
  }
}

// Matrix-vector product as in the layers of a language model: one row per subgroup, vectors of four.
enable subgroups;

@group(0) @binding(0) var<storage, read> matrix: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read> x: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read> bias: array<f32>;
@group(0) @binding(3) var<storage, read_write> y: array<f32>;

override COLUMNS: u32;
const SIZE = 128u;

@compute @workgroup_size(SIZE)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(local_invocation_index) index: u32,
  @builtin(subgroup_invocation_id) lane: u32,
  @builtin(subgroup_size) width: u32,
) {
  let row = group.x * (SIZE / width) + index / width;
  let vectors = COLUMNS / 4u;
  var sum = 0.0;
  if (row < arrayLength(&y)) {
    for (var i = lane; i < vectors; i += width) {
      sum += dot(matrix[row * vectors + i], x[i]);
    }
  }
  sum = subgroupAdd(sum);
  if (lane == 0u && row < arrayLength(&y)) {
    y[row] = sum + bias[row];
  }
}

// Root-mean-square normalisation of each row; the sum of squares goes through subgroups, then workgroup memory.
enable subgroups;

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read> scale: array<f32>;
@group(0) @binding(2) var<storage, read_write> output: array<f32>;

override COLUMNS: u32;
const SIZE = 256u;
const MOST_SUBGROUPS = 64u;
var<workgroup> partial: array<f32, MOST_SUBGROUPS>;

@compute @workgroup_size(SIZE)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(local_invocation_index) index: u32,
  @builtin(subgroup_invocation_id) lane: u32,
  @builtin(subgroup_size) width: u32,
) {
  let start = group.x * COLUMNS;
  var squares = 0.0;
  for (var i = index; i < COLUMNS; i += SIZE) {
    squares += input[start + i] * input[start + i];
  }
  squares = subgroupAdd(squares);
  if (lane == 0u) {
    partial[index / width] = squares;
  }
  workgroupBarrier();
  var total = 0.0;
  for (var i = 0u; i < SIZE / width; i++) {
    total += partial[i];
  }
  let factor = inverseSqrt(total / f32(COLUMNS) + 1e-5);
  for (var i = index; i < COLUMNS; i += SIZE) {
    output[start + i] = input[start + i] * factor * scale[i];
  }
}

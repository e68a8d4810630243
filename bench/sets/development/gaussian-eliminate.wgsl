// Gaussian elimination, second kernel: all rows below the pivot lose their multiple of the pivot row. The right
// side changes with the first column.
struct Step { side: u32, pivot: u32 }

@group(0) @binding(0) var<storage, read_write> matrix: array<f32>;
@group(0) @binding(1) var<storage, read_write> rightSide: array<f32>;
@group(0) @binding(2) var<storage, read> multipliers: array<f32>;
@group(0) @binding(3) var<uniform> elimination: Step;

@compute @workgroup_size(16, 16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let side = elimination.side;
  let pivot = elimination.pivot;
  let row = pivot + 1u + id.y;
  let column = pivot + id.x;
  if (row >= side || column >= side) {
    return;
  }
  matrix[row * side + column] -= multipliers[row] * matrix[pivot * side + column];
  if (id.x == 0u) {
    rightSide[row] -= multipliers[row] * rightSide[pivot];
  }
}

// Gaussian elimination, first kernel: the multipliers of one column, read down the column.
struct Step { side: u32, pivot: u32 }

@group(0) @binding(0) var<storage, read> matrix: array<f32>;
@group(0) @binding(1) var<storage, read_write> multipliers: array<f32>;
@group(0) @binding(2) var<uniform> elimination: Step;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let side = elimination.side;
  let pivot = elimination.pivot;
  let row = pivot + 1u + id.x;
  if (row < side) {
    multipliers[row] = matrix[row * side + pivot] / matrix[pivot * side + pivot];
  }
}

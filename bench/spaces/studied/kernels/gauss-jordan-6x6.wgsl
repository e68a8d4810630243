// Inverts many 6 x 6 matrices, one per invocation, after adding a damping term to their diagonals: Gauss-Jordan
// elimination with partial pivoting on a private copy.
override COUNT: u32;
const DAMPING = 2.5;

@group(0) @binding(0) var<storage, read> matrices: array<f32>;
@group(0) @binding(1) var<storage, read_write> inverses: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= COUNT) {
    return;
  }
  let base = id.x * 36u;
  var m: array<array<f32, 12>, 6>; // the matrix, then the identity
  for (var row = 0u; row < 6u; row++) {
    for (var column = 0u; column < 6u; column++) {
      m[row][column] = matrices[base + row * 6u + column];
    }
    m[row][row] += DAMPING;
    m[row][6u + row] = 1.0;
  }
  for (var step = 0u; step < 6u; step++) {
    var pivot = step;
    for (var row = step + 1u; row < 6u; row++) {
      if (abs(m[row][step]) > abs(m[pivot][step])) {
        pivot = row;
      }
    }
    if (pivot != step) {
      let swapped = m[step];
      m[step] = m[pivot];
      m[pivot] = swapped;
    }
    let scale = 1.0 / m[step][step];
    for (var column = 0u; column < 12u; column++) {
      m[step][column] *= scale;
    }
    for (var row = 0u; row < 6u; row++) {
      if (row != step) {
        let factor = m[row][step];
        for (var column = 0u; column < 12u; column++) {
          m[row][column] -= factor * m[step][column];
        }
      }
    }
  }
  for (var row = 0u; row < 6u; row++) {
    for (var column = 0u; column < 6u; column++) {
      inverses[base + row * 6u + column] = m[row][6u + column];
    }
  }
}

// LU decomposition, internal kernel: the blocks right of and below the pivot block lose the product of the
// block at the left edge and the one at the top edge.
struct Step { side: u32, offset: u32 }

@group(0) @binding(0) var<storage, read_write> matrix: array<f32>;
@group(0) @binding(1) var<uniform> elimination: Step;

const BLOCK = 16u;
var<workgroup> left: array<array<f32, BLOCK>, BLOCK>;
var<workgroup> top: array<array<f32, BLOCK>, BLOCK>;

@compute @workgroup_size(BLOCK, BLOCK)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
  let side = elimination.side;
  let pivot = elimination.offset;
  let row = pivot + (group.y + 1u) * BLOCK + local.y;
  let column = pivot + (group.x + 1u) * BLOCK + local.x;
  left[local.y][local.x] = matrix[row * side + pivot + local.x];
  top[local.y][local.x] = matrix[(pivot + local.y) * side + column];
  workgroupBarrier();
  var sum = 0.0;
  for (var k = 0u; k < BLOCK; k++) {
    sum += left[local.y][k] * top[k][local.x];
  }
  matrix[row * side + column] -= sum;
}

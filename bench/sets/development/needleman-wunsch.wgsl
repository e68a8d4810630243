// Needleman-Wunsch: the blocks of 16 x 16 cells on one diagonal of the score matrix, one block per workgroup of
// 16 lanes that sweep its diagonals.
struct Alignment { blocks: u32, diagonal: u32, penalty: i32 }

@group(0) @binding(0) var<storage, read> similarity: array<i32>;
@group(0) @binding(1) var<storage, read_write> score: array<i32>; // one row and one column more
@group(0) @binding(2) var<uniform> alignment: Alignment;

const BLOCK = 16u;
var<workgroup> scores: array<array<i32, BLOCK + 1>, BLOCK + 1>;
var<workgroup> gains: array<array<i32, BLOCK>, BLOCK>;

@compute @workgroup_size(BLOCK)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
  let columns = alignment.blocks * BLOCK;
  let firstColumn = group.x * BLOCK;
  let firstRow = (alignment.diagonal - group.x) * BLOCK;
  for (var y = 0u; y < BLOCK; y++) {
    gains[y][lane] = similarity[(firstRow + y) * columns + firstColumn + lane];
  }
  scores[0][lane + 1u] = score[firstRow * (columns + 1u) + firstColumn + lane + 1u];
  scores[lane + 1u][0] = score[(firstRow + lane + 1u) * (columns + 1u) + firstColumn];
  if (lane == 0u) {
    scores[0][0] = score[firstRow * (columns + 1u) + firstColumn];
  }
  for (var diagonal = 0u; diagonal < 2u * BLOCK - 1u; diagonal++) {
    workgroupBarrier();
    let x = lane;
    let y = diagonal - lane; // wraps around where the lane has no cell
    if (y < BLOCK) {
      let gap = max(scores[y + 1u][x], scores[y][x + 1u]) - alignment.penalty;
      scores[y + 1u][x + 1u] = max(scores[y][x] + gains[y][x], gap);
    }
  }
  workgroupBarrier();
  for (var y = 1u; y <= BLOCK; y++) {
    score[(firstRow + y) * (columns + 1u) + firstColumn + lane + 1u] = scores[y][lane + 1u];
  }
}

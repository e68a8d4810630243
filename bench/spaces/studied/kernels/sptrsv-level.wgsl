// One level of a level-scheduled sparse triangular solve: every row of this level depends only on unknowns of
// earlier levels, which have been solved already. One row per invocation.
struct Level { first: u32, rows: u32 }

@group(0) @binding(0) var<storage, read> rowStarts: array<u32>; // of this level's rows
@group(0) @binding(1) var<storage, read> columns: array<u32>;
@group(0) @binding(2) var<storage, read> values: array<f32>;
@group(0) @binding(3) var<storage, read> inverseDiagonal: array<f32>;
@group(0) @binding(4) var<storage, read> rightHandSide: array<f32>;
@group(0) @binding(5) var<storage, read_write> unknowns: array<f32>;
@group(0) @binding(6) var<uniform> level: Level;

@compute @workgroup_size(128)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let row = id.x;
  if (row >= level.rows) {
    return;
  }
  var remainder = rightHandSide[row];
  let end = rowStarts[row + 1u];
  for (var i = rowStarts[row]; i < end; i++) {
    remainder -= values[i] * unknowns[columns[i]];
  }
  unknowns[level.first + row] = remainder * inverseDiagonal[row];
}

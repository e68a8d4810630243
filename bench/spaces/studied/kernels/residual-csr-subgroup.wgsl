// r = b - A x for a matrix in compressed rows, one subgroup to a row, and the sum of squares of r
// (one number for each workgroup).
enable subgroups;

struct Params { rows: u32 }

@group(0) @binding(0) var<storage, read> rowStart: array<u32>;
@group(0) @binding(1) var<storage, read> columns: array<u32>;
@group(0) @binding(2) var<storage, read> values: array<f32>;
@group(0) @binding(3) var<storage, read> x: array<f32>;
@group(0) @binding(4) var<storage, read> b: array<f32>;
@group(0) @binding(5) var<storage, read_write> r: array<f32>;
@group(0) @binding(6) var<storage, read_write> squares: array<f32>;
@group(0) @binding(7) var<uniform> params: Params;

const SIZE = 256u;
var<workgroup> partial: array<f32, 64>;

@compute @workgroup_size(SIZE)
fn main(
  @builtin(local_invocation_index) index: u32,
  @builtin(subgroup_invocation_id) lane: u32,
  @builtin(subgroup_size) width: u32,
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(num_workgroups) groups: vec3<u32>,
) {
  let perGroup = SIZE / width;
  let mine = index / width;
  var square = 0.0;
  // all subgroups go round equally often, so that subgroupAdd is reached by whole ones
  for (var base = group.x * perGroup; base < params.rows; base += groups.x * perGroup) {
    let row = base + mine;
    var sum = 0.0;
    if (row < params.rows) {
      let end = rowStart[row + 1u];
      for (var k = rowStart[row] + lane; k < end; k += width) {
        sum += values[k] * x[columns[k]];
      }
    }
    let product = subgroupAdd(sum);
    if (lane == 0u && row < params.rows) {
      let residual = b[row] - product;
      r[row] = residual;
      square += residual * residual;
    }
  }
  if (lane == 0u) {
    partial[mine] = square;
  }
  workgroupBarrier();
  if (index == 0u) {
    var total = 0.0;
    for (var k = 0u; k < perGroup; k++) {
      total += partial[k];
    }
    squares[group.x] = total;
  }
}

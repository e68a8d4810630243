struct Row {
  cells: array<vec2u, 3>,
  m: mat2x2f,
}
@group(0) @binding(0) var<storage, read> inputs: array<Row, 8>;
@group(0) @binding(1) var<storage, read_write> outputs: array<Row, 8>;

@compute @workgroup_size(8)
fn main(@builtin(local_invocation_index) i: u32) {
  var row = inputs[i];
  var cells = row.cells;
  cells[1] = cells[2].yx;
  row.cells = cells;
  row.m = transpose(row.m) * 2.0;
  outputs[i] = row;
  outputs[i].m[1] = inputs[7u - i].m[0];
}

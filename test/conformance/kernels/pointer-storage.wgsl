struct Cell {
  value: vec2f,
  count: u32,
}
@group(0) @binding(0) var<storage, read> inputs: array<f32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<Cell>;
var<private> scratch: array<f32, 3>;

fn store(cell: ptr<storage, Cell, read_write>, x: f32) {
  (*cell).value = vec2f(x, -x);
  cell.count += 2u;
}

fn push(list: ptr<private, array<f32, 3>>, x: f32) {
  (*list)[2] = (*list)[1];
  (*list)[1] = (*list)[0];
  (*list)[0] = x;
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  push(&scratch, inputs[i]);
  push(&scratch, 2.0);
  let cell = &outputs[i];
  store(cell, scratch[1]);
  let part = &(*cell).value;
  (*part).y = scratch[0] + scratch[2];
}

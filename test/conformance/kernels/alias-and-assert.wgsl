alias Index = u32;
alias Row = array<vec2<Index>, 2>;
const SIZE = 2u;
const_assert SIZE * 2u == 4u;
@group(0) @binding(0) var<storage, read> inputs: array<Index>;
@group(0) @binding(1) var<storage, read_write> outputs: array<Index>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  const local = 3 * 4 - 2;
  const_assert local == 10;
  let i = id.x;
  let row = Row(vec2(inputs[i], 1), vec2(i, local));
  var zero = Row();
  zero[1] = row[0];
  outputs[i] = row[i % SIZE].x + row[1].y + zero[0].x + zero[1].y;
}

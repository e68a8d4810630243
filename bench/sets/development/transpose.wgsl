// Transposes a matrix with storage accesses only. COALESCED_WRITES says which of them runs along rows.
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

override WIDTH: u32;
override HEIGHT: u32;
override COALESCED_WRITES: bool;

@compute @workgroup_size(32, 8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let column = select(id.x, id.y, COALESCED_WRITES);
  let row = select(id.y, id.x, COALESCED_WRITES);
  if (column < WIDTH && row < HEIGHT) {
    output[column * HEIGHT + row] = input[row * WIDTH + column];
  }
}

// A filter of nine rows, down the columns: each step reads all nine.
@group(0) @binding(0) var<storage, read> image: array<f32>;
@group(0) @binding(1) var<storage, read_write> filtered: array<f32>;

const WIDTH = 4096u;
const ROWS = 64u;

fn at(x: u32, y: u32) -> f32 {
  return image[y * WIDTH + x];
}

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let first = id.y * ROWS;
  for (var row = 0u; row < ROWS; row++) {
    let y = first + row;
    let outer = at(id.x, y) + at(id.x, y + 8u) + 4.0 * (at(id.x, y + 1u) + at(id.x, y + 7u));
    let inner = 9.0 * (at(id.x, y + 2u) + at(id.x, y + 6u)) + 14.0 * (at(id.x, y + 3u) + at(id.x, y + 5u));
    filtered[y * WIDTH + id.x] = outer + inner + 16.0 * at(id.x, y + 4u);
  }
}

// A filter of nine rows, down the columns: eight of them are kept from the step before.
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
  var a = at(id.x, first);
  var b = at(id.x, first + 1u);
  var c = at(id.x, first + 2u);
  var d = at(id.x, first + 3u);
  var e = at(id.x, first + 4u);
  var f = at(id.x, first + 5u);
  var g = at(id.x, first + 6u);
  var h = at(id.x, first + 7u);
  for (var row = 0u; row < ROWS; row++) {
    let y = first + row;
    let i = at(id.x, y + 8u);
    let outer = a + i + 4.0 * (b + h);
    let inner = 9.0 * (c + g) + 14.0 * (d + f);
    filtered[y * WIDTH + id.x] = outer + inner + 16.0 * e;
    a = b;
    b = c;
    c = d;
    d = e;
    e = f;
    f = g;
    g = h;
    h = i;
  }
}

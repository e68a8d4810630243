// Second pass of the exact squared distance transform: along each row the lower
// envelope of one parabola per pixel is built on a stack and then read off. Everything is stored column by column, so
// that neighbouring rows, which neighbouring invocations take, lie beside each other.
override SIZE: u32 = 64;

struct Extent {
  rows: u32,
  columns: u32,
}

@group(0) @binding(0) var<uniform> extent: Extent;
@group(0) @binding(1) var<storage, read> heights: array<f32>;      // squared distances down the columns
@group(0) @binding(2) var<storage, read_write> vertices: array<u32>; // the stack: which parabola
@group(0) @binding(3) var<storage, read_write> starts: array<f32>;   // the stack: where it becomes the lowest
@group(0) @binding(4) var<storage, read_write> distances: array<f32>;

@compute @workgroup_size(SIZE)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let row = id.x;
  let rows = extent.rows;
  if (row >= rows) {
    return;
  }

  var top = 0u;
  vertices[row] = 0u;
  starts[row] = -1.0e30;
  for (var q = 1u; q < extent.columns; q++) {
    let x = f32(q);
    let lifted = heights[q * rows + row] + x * x;
    var crossing = 0.0;
    loop {
      let v = vertices[top * rows + row];
      let vx = f32(v);
      crossing = (lifted - (heights[v * rows + row] + vx * vx)) / (2.0 * (x - vx));
      if (top == 0u || crossing > starts[top * rows + row]) {
        break;
      }
      top--;
    }
    top++;
    vertices[top * rows + row] = q;
    starts[top * rows + row] = crossing;
  }

  let last = top;
  var k = 0u;
  for (var q = 0u; q < extent.columns; q++) {
    let x = f32(q);
    while (k < last && starts[(k + 1u) * rows + row] < x) {
      k++;
    }
    let v = vertices[k * rows + row];
    let dx = x - f32(v);
    distances[q * rows + row] = dx * dx + heights[v * rows + row];
  }
}

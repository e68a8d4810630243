// Packed sRGB pixels, row by row, to three planes of linear floats stored column by column, as Fortran programs
// and numerical toolboxes expect them.
@group(0) @binding(0) var<storage, read> pixels: array<u32>; // WIDTH x HEIGHT, rows contiguous
@group(0) @binding(1) var<storage, read_write> planes: array<f32>; // 3 planes, columns contiguous

override WIDTH: u32;
override HEIGHT: u32;

fn linear(c: vec3<f32>) -> vec3<f32> {
  let low = c / 12.92;
  let high = pow((c + 0.055) / 1.055, vec3<f32>(2.4));
  return select(high, low, c <= vec3<f32>(0.04045));
}

@compute @workgroup_size(16, 16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= WIDTH || id.y >= HEIGHT) {
    return;
  }
  let colour = linear(unpack4x8unorm(pixels[id.y * WIDTH + id.x]).rgb);
  let to = id.x * HEIGHT + id.y;
  planes[to] = colour.r;
  planes[to + WIDTH * HEIGHT] = colour.g;
  planes[to + 2u * WIDTH * HEIGHT] = colour.b;
}

// Colour grading with a cube of colours (a "3-D LUT"): every pixel of four bytes is looked up with tetrahedral
// interpolation, that is from four corners of the cell around it, on the way from the lowest to the highest in the
// order of the fractions. The table holds red, green and blue one after another, red running fastest.
struct Grade {
  pixels: u32,
  width: u32,
  side: u32, // of the cube
}

@group(0) @binding(0) var<storage, read> cube: array<f32>;
@group(0) @binding(1) var<storage, read> source: array<u32>;
@group(0) @binding(2) var<storage, read_write> graded: array<u32>;
@group(0) @binding(3) var<uniform> grade: Grade;

fn corner(at: u32) -> vec3<f32> {
  return vec3<f32>(cube[at * 3u], cube[at * 3u + 1u], cube[at * 3u + 2u]);
}

@compute @workgroup_size(32, 8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let pixel = id.y * grade.width + id.x;
  if (id.x >= grade.width || pixel >= grade.pixels) {
    return;
  }
  let colour = unpack4x8unorm(source[pixel]);
  let place = colour.rgb * f32(grade.side - 1u);
  let cell = min(vec3<u32>(place), vec3<u32>(grade.side - 2u));
  let f = place - vec3<f32>(cell);

  let red = 1u;
  let green = grade.side;
  let blue = grade.side * grade.side;
  let low = cell.x * red + cell.y * green + cell.z * blue;
  var first = red;
  var last = blue;
  var sorted = f;
  if (f.x >= f.y) {
    if (f.y >= f.z) {
      first = red;
      last = blue;
      sorted = f.xyz;
    } else if (f.x >= f.z) {
      first = red;
      last = green;
      sorted = f.xzy;
    } else {
      first = blue;
      last = green;
      sorted = f.zxy;
    }
  } else {
    if (f.x >= f.z) {
      first = green;
      last = blue;
      sorted = f.yxz;
    } else if (f.y >= f.z) {
      first = green;
      last = red;
      sorted = f.yzx;
    } else {
      first = blue;
      last = red;
      sorted = f.zyx;
    }
  }
  let high = low + red + green + blue;
  let result = (1.0 - sorted.x) * corner(low)
    + (sorted.x - sorted.y) * corner(low + first)
    + (sorted.y - sorted.z) * corner(high - last)
    + sorted.z * corner(high);
  graded[pixel] = pack4x8unorm(vec4<f32>(result, colour.a));
}

// Line integral convolution: a noise image smeared along the stream lines of a vector field, which is given on a
// coarse grid and interpolated. Each pixel follows its line for LENGTH steps both ways.
struct Image {
  width: u32,
  height: u32,
  gridWidth: u32,
  gridHeight: u32,
}

@group(0) @binding(0) var<uniform> image: Image;
@group(0) @binding(1) var<storage, read> noise: array<f32>;
@group(0) @binding(2) var<storage, read> grid: array<vec2<f32>>;
@group(0) @binding(3) var<storage, read_write> output: array<f32>;

const LENGTH = 20;
const CELL = 48.0;

fn direction(p: vec2<f32>) -> vec2<f32> {
  let q = p / CELL;
  let cell = vec2<u32>(q);
  let part = fract(q);
  let i = cell.y * image.gridWidth + cell.x;
  let top = mix(grid[i], grid[i + 1u], part.x);
  let bottom = mix(grid[i + image.gridWidth], grid[i + image.gridWidth + 1u], part.x);
  let v = mix(top, bottom, part.y);
  return v / max(length(v), 1e-4);
}

fn follow(start: vec2<f32>, sign: f32) -> vec2<f32> {
  let limit = vec2<f32>(f32(image.width), f32(image.height));
  var p = start;
  var sum = 0.0;
  var weights = 0.0;
  for (var i = 1; i <= LENGTH; i++) {
    p += sign * direction(p);
    if (any(p < vec2<f32>(0.0)) || any(p >= limit)) {
      break;
    }
    let weight = 1.0 - f32(i) / f32(LENGTH + 1);
    sum += weight * noise[u32(p.y) * image.width + u32(p.x)];
    weights += weight;
  }
  return vec2<f32>(sum, weights);
}

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= image.width || id.y >= image.height) {
    return;
  }
  let i = id.y * image.width + id.x;
  let start = vec2<f32>(id.xy) + 0.5;
  let total = vec2<f32>(noise[i], 1.0) + follow(start, 1.0) + follow(start, -1.0);
  output[i] = total.x / total.y;
}

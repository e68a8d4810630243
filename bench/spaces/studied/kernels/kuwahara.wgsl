// Kuwahara filter on an RGBA8 image: of the four squares that meet at a pixel, the mean colour of the one whose
// brightness varies least. Integer arithmetic throughout; edges are clamped.
override WIDTH: u32 = 1920;
override HEIGHT: u32 = 1080;
override RADIUS: i32 = 3;

@group(0) @binding(0) var<storage, read> source: array<u32>;
@group(0) @binding(1) var<storage, read_write> filtered: array<u32>;

struct Region {
  sum: vec3<u32>,
  spread: u32,      // variance of the brightness times the square of the area
}

fn pixel(x: i32, y: i32) -> vec3<u32> {
  let cx = clamp(x, 0, i32(WIDTH) - 1);
  let cy = clamp(y, 0, i32(HEIGHT) - 1);
  let rgba = source[u32(cy) * WIDTH + u32(cx)];
  return vec3<u32>(rgba & 0xffu, (rgba >> 8u) & 0xffu, (rgba >> 16u) & 0xffu);
}

fn region(x0: i32, y0: i32) -> Region {
  let area = u32((RADIUS + 1) * (RADIUS + 1));
  var sum = vec3<u32>(0u);
  var lumaSum = 0u;
  var lumaSquares = 0u;
  for (var y = y0; y <= y0 + RADIUS; y++) {
    for (var x = x0; x <= x0 + RADIUS; x++) {
      let c = pixel(x, y);
      let luma = (77u * c.r + 150u * c.g + 29u * c.b) >> 8u;
      sum += c;
      lumaSum += luma;
      lumaSquares += luma * luma;
    }
  }
  return Region(sum, area * lumaSquares - lumaSum * lumaSum);
}

@compute @workgroup_size(16, 16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= WIDTH || id.y >= HEIGHT) {
    return;
  }
  let x = i32(id.x);
  let y = i32(id.y);
  var best = region(x - RADIUS, y - RADIUS);
  let upperRight = region(x, y - RADIUS);
  if (upperRight.spread < best.spread) {
    best = upperRight;
  }
  let lowerLeft = region(x - RADIUS, y);
  if (lowerLeft.spread < best.spread) {
    best = lowerLeft;
  }
  let lowerRight = region(x, y);
  if (lowerRight.spread < best.spread) {
    best = lowerRight;
  }
  let area = u32((RADIUS + 1) * (RADIUS + 1));
  let mean = (best.sum + area / 2u) / area;
  filtered[id.y * WIDTH + id.x] = mean.r | (mean.g << 8u) | (mean.b << 16u) | 0xff000000u;
}

// Harris corner response of a grey image: gradients by Sobel's operator, their products smoothed with a binomial
// window of 5 x 5, response = determinant - k * trace^2. Pixels beyond the border repeat it.
struct Image {
  width: u32,
  height: u32,
  k: f32,
}

@group(0) @binding(0) var<storage, read> grey: array<f32>;
@group(0) @binding(1) var<storage, read_write> response: array<f32>;
@group(0) @binding(2) var<uniform> image: Image;

const SIDE = 16u;
const INNER = SIDE + 4u; // where products of gradients are needed
const OUTER = SIDE + 6u; // where pixels are needed

var<workgroup> pixels: array<f32, OUTER * OUTER>;
var<workgroup> xx: array<f32, INNER * INNER>;
var<workgroup> yy: array<f32, INNER * INNER>;
var<workgroup> xy: array<f32, INNER * INNER>;

const WINDOW = array<f32, 5>(0.0625, 0.25, 0.375, 0.25, 0.0625);

@compute @workgroup_size(SIDE, SIDE)
fn main(
  @builtin(global_invocation_id) id: vec3<u32>,
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(local_invocation_id) local: vec3<u32>,
  @builtin(local_invocation_index) index: u32,
) {
  let origin = vec2<i32>(group.xy * SIDE) - vec2<i32>(3);
  let last = vec2<i32>(i32(image.width), i32(image.height)) - vec2<i32>(1);
  for (var e = index; e < OUTER * OUTER; e += SIDE * SIDE) {
    let at = clamp(origin + vec2<i32>(i32(e % OUTER), i32(e / OUTER)), vec2<i32>(0), last);
    pixels[e] = grey[u32(at.y) * image.width + u32(at.x)];
  }
  workgroupBarrier();

  for (var e = index; e < INNER * INNER; e += SIDE * SIDE) {
    let p = (e / INNER) * OUTER + e % INNER;
    let a = pixels[p];
    let b = pixels[p + 1u];
    let c = pixels[p + 2u];
    let d = pixels[p + OUTER];
    let f = pixels[p + OUTER + 2u];
    let g = pixels[p + 2u * OUTER];
    let h = pixels[p + 2u * OUTER + 1u];
    let i = pixels[p + 2u * OUTER + 2u];
    let dx = (c + 2.0 * f + i) - (a + 2.0 * d + g);
    let dy = (g + 2.0 * h + i) - (a + 2.0 * b + c);
    xx[e] = dx * dx;
    yy[e] = dy * dy;
    xy[e] = dx * dy;
  }
  workgroupBarrier();

  if (id.x >= image.width || id.y >= image.height) {
    return;
  }
  var window = WINDOW;
  var sums = vec3<f32>(0.0);
  for (var v = 0u; v < 5u; v++) {
    for (var u = 0u; u < 5u; u++) {
      let e = (local.y + v) * INNER + local.x + u;
      sums += window[u] * window[v] * vec3<f32>(xx[e], yy[e], xy[e]);
    }
  }
  let trace = sums.x + sums.y;
  response[id.y * image.width + id.x] = sums.x * sums.y - sums.z * sums.z - image.k * trace * trace;
}

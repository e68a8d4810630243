// Edges of an 8-bit image by thinning: Sobel gradients, non-maximum suppression across the edge and two thresholds;
// 0 is no edge, 1 a weak and 2 a strong one. Pixels and magnitudes of a tile are kept in workgroup memory.
@group(0) @binding(0) var<storage, read> luma: array<u32>;   // four pixels a word
@group(0) @binding(1) var<storage, read_write> edges: array<u32>;

override WIDTH: u32;
override HEIGHT: u32;
override LOW: i32 = 250;
override HIGH: i32 = 600;

const TX = 32u;
const TY = 8u;

var<workgroup> pixels: array<i32, 432>;     // (32 + 4) * (8 + 4)
var<workgroup> magnitudes: array<i32, 340>; // (32 + 2) * (8 + 2)

fn load(x: i32, y: i32) -> i32 {
  let cx = u32(clamp(x, 0, i32(WIDTH) - 1));
  let cy = u32(clamp(y, 0, i32(HEIGHT) - 1));
  let i = cy * WIDTH + cx;
  return i32((luma[i / 4u] >> (8u * (i % 4u))) & 255u);
}

// The gradient at a place of the tile of pixels.
fn gradient(c: u32) -> vec2<i32> {
  let stride = TX + 4u;
  let nw = pixels[c - stride - 1u];
  let ne = pixels[c - stride + 1u];
  let sw = pixels[c + stride - 1u];
  let se = pixels[c + stride + 1u];
  let gx = ne + 2 * pixels[c + 1u] + se - nw - 2 * pixels[c - 1u] - sw;
  let gy = sw + 2 * pixels[c + stride] + se - nw - 2 * pixels[c - stride] - ne;
  return vec2<i32>(gx, gy);
}

@compute @workgroup_size(32, 8)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(local_invocation_id) local: vec3<u32>,
  @builtin(local_invocation_index) index: u32,
) {
  let origin = vec2<i32>(group.xy * vec2<u32>(TX, TY)) - 2;
  for (var i = index; i < 432u; i += 256u) {
    pixels[i] = load(origin.x + i32(i % 36u), origin.y + i32(i / 36u));
  }
  workgroupBarrier();
  for (var i = index; i < 340u; i += 256u) {
    let g = abs(gradient((i / 34u + 1u) * 36u + i % 34u + 1u));
    magnitudes[i] = g.x + g.y;
  }
  workgroupBarrier();

  let x = group.x * TX + local.x;
  let y = group.y * TY + local.y;
  if (x >= WIDTH || y >= HEIGHT) {
    return;
  }
  let m = (local.y + 1u) * 34u + local.x + 1u;
  let here = magnitudes[m];
  var verdict = 0u;
  if (here >= LOW) {
    let g = gradient((local.y + 2u) * 36u + local.x + 2u);
    let a = abs(g);
    // tan 22.5 degrees is 13573 / 32768
    let steep = a.y * 32768;
    var step = 1u; // to the neighbour across the edge
    if (steep >= a.x * 13573) {
      if (steep > a.x * (13573 + 65536)) {
        step = 34u;
      } else if ((g.x < 0) == (g.y < 0)) {
        step = 35u;
      } else {
        step = 33u;
      }
    }
    if (here > magnitudes[m - step] && here >= magnitudes[m + step]) {
      verdict = select(1u, 2u, here >= HIGH);
    }
  }
  edges[y * WIDTH + x] = verdict;
}

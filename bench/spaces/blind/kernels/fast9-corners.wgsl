// FAST-9 corner detector on an 8-bit grey image (four pixels per word): the score of every pixel, 0 where it is
// no corner. A workgroup keeps its tile with a border of three pixels in workgroup memory.

struct Image {
  width: u32,
  height: u32,
  pitch: u32,       // words per row
  threshold: i32,
}

@group(0) @binding(0) var<storage, read> pixels: array<u32>;
@group(0) @binding(1) var<storage, read_write> scores: array<u32>;
@group(0) @binding(2) var<uniform> image: Image;

const TILE_X = 16u;
const TILE_Y = 16u;
const BORDER = 3u;
const HALO_X = TILE_X + 2u * BORDER;
const HALO_Y = TILE_Y + 2u * BORDER;

const RING = array<vec2<i32>, 16>(
  vec2<i32>(0, -3), vec2<i32>(1, -3), vec2<i32>(2, -2), vec2<i32>(3, -1),
  vec2<i32>(3, 0), vec2<i32>(3, 1), vec2<i32>(2, 2), vec2<i32>(1, 3),
  vec2<i32>(0, 3), vec2<i32>(-1, 3), vec2<i32>(-2, 2), vec2<i32>(-3, 1),
  vec2<i32>(-3, 0), vec2<i32>(-3, -1), vec2<i32>(-2, -2), vec2<i32>(-1, -3),
);

var<workgroup> tile: array<i32, HALO_X * HALO_Y>;

fn fetch(x: i32, y: i32) -> i32 {
  let cx = u32(clamp(x, 0, i32(image.width) - 1));
  let cy = u32(clamp(y, 0, i32(image.height) - 1));
  return i32((pixels[cy * image.pitch + cx / 4u] >> (8u * (cx & 3u))) & 255u);
}

// whether nine neighbouring bits of a ring of sixteen are set
fn hasArc(bits: u32) -> bool {
  let doubled = bits | (bits << 16u);
  var run = doubled & (doubled >> 1u);
  run &= run >> 2u;
  run &= run >> 4u;
  run &= doubled >> 8u;
  return (run & 0xffffu) != 0u;
}

@compute @workgroup_size(TILE_X, TILE_Y)
fn fast9(
  @builtin(workgroup_id) wg: vec3<u32>,
  @builtin(local_invocation_id) local: vec3<u32>,
  @builtin(local_invocation_index) index: u32,
  @builtin(global_invocation_id) gid: vec3<u32>,
) {
  let originX = i32(wg.x * TILE_X) - i32(BORDER);
  let originY = i32(wg.y * TILE_Y) - i32(BORDER);
  for (var i = index; i < HALO_X * HALO_Y; i += TILE_X * TILE_Y) {
    tile[i] = fetch(originX + i32(i % HALO_X), originY + i32(i / HALO_X));
  }
  workgroupBarrier();

  if (gid.x >= image.width || gid.y >= image.height) {
    return;
  }
  let at = gid.y * image.width + gid.x;
  if (gid.x < BORDER || gid.y < BORDER || gid.x >= image.width - BORDER || gid.y >= image.height - BORDER) {
    scores[at] = 0u;
    return;
  }

  let x = i32(local.x + BORDER);
  let y = i32(local.y + BORDER);
  let centre = tile[y * i32(HALO_X) + x];
  let t = image.threshold;

  // Two opposite pairs: an arc of nine holds at least one pixel of each.
  let north = tile[(y - 3) * i32(HALO_X) + x] - centre;
  let south = tile[(y + 3) * i32(HALO_X) + x] - centre;
  let east = tile[y * i32(HALO_X) + x + 3] - centre;
  let west = tile[y * i32(HALO_X) + x - 3] - centre;
  let maybeBright = max(north, south) > t && max(east, west) > t;
  let maybeDark = min(north, south) < -t && min(east, west) < -t;
  var score = 0u;
  if (maybeBright || maybeDark) {
    var bright = 0u;
    var dark = 0u;
    var brightSum = 0;
    var darkSum = 0;
    for (var k = 0u; k < 16u; k++) {
      let offset = RING[k];
      let d = tile[(y + offset.y) * i32(HALO_X) + x + offset.x] - centre;
      if (d > t) {
        bright |= 1u << k;
        brightSum += d - t;
      } else if (d < -t) {
        dark |= 1u << k;
        darkSum += -d - t;
      }
    }
    if (hasArc(bright)) {
      score = u32(brightSum);
    } else if (hasArc(dark)) {
      score = u32(darkSum);
    }
  }
  scores[at] = score;
}

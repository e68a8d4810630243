// Rotation-invariant local binary patterns: every pixel is compared with its eight neighbours, patterns with at most
// two changes around the ring are counted by their number of ones, all others together. A workgroup takes one cell.
struct Image {
  width: u32, // a multiple of 4; four grey bytes in a word
  height: u32,
  cells_x: u32,
}

@group(0) @binding(0) var<storage, read> grey: array<u32>;
@group(0) @binding(1) var<storage, read_write> histograms: array<u32>;
@group(0) @binding(2) var<uniform> image: Image;

const CELL = 16u;
const SIDE = CELL + 2u;
const BINS = 10u;

var<workgroup> tile: array<u32, SIDE * SIDE>;
var<workgroup> bins: array<atomic<u32>, BINS>;

fn pixel(x: i32, y: i32) -> u32 {
  let cx = u32(clamp(x, 0, i32(image.width) - 1));
  let cy = u32(clamp(y, 0, i32(image.height) - 1));
  let at = cy * image.width + cx;
  return (grey[at >> 2u] >> (8u * (at & 3u))) & 255u;
}

@compute @workgroup_size(16, 16)
fn main(@builtin(workgroup_id) cell: vec3u, @builtin(local_invocation_id) local: vec3u,
        @builtin(local_invocation_index) index: u32) {
  if (index < BINS) {
    atomicStore(&bins[index], 0u);
  }
  let origin = vec2i(cell.xy * CELL) - 1;
  for (var i = index; i < SIDE * SIDE; i += CELL * CELL) {
    tile[i] = pixel(origin.x + i32(i % SIDE), origin.y + i32(i / SIDE));
  }
  workgroupBarrier();

  let c = (local.y + 1u) * SIDE + local.x + 1u;
  let centre = tile[c];
  var code = 0u;
  code |= select(0u, 1u, tile[c - SIDE - 1u] >= centre);
  code |= select(0u, 2u, tile[c - SIDE] >= centre);
  code |= select(0u, 4u, tile[c - SIDE + 1u] >= centre);
  code |= select(0u, 8u, tile[c + 1u] >= centre);
  code |= select(0u, 16u, tile[c + SIDE + 1u] >= centre);
  code |= select(0u, 32u, tile[c + SIDE] >= centre);
  code |= select(0u, 64u, tile[c + SIDE - 1u] >= centre);
  code |= select(0u, 128u, tile[c - 1u] >= centre);

  let turned = ((code << 1u) | (code >> 7u)) & 255u;
  let changes = countOneBits(code ^ turned);
  let bin = select(BINS - 1u, countOneBits(code), changes <= 2u);
  let global = cell.xy * CELL + local.xy;
  if (global.x < image.width && global.y < image.height) {
    atomicAdd(&bins[bin], 1u);
  }
  workgroupBarrier();

  if (index < BINS) {
    histograms[(cell.y * image.cells_x + cell.x) * BINS + index] = atomicLoad(&bins[index]);
  }
}

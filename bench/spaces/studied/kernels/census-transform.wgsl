// 9x7 census transform: one bit for each neighbour that is darker than the centre (62 bits, two words).

@group(0) @binding(0) var<uniform> dims: vec2u;
@group(0) @binding(1) var<storage, read> grey: array<f32>;
@group(0) @binding(2) var<storage, read_write> census: array<vec2u>;

const BX = 32u;
const BY = 8u;
const RX = 4u;
const RY = 3u;
const TW = BX + 2u * RX;
const TH = BY + 2u * RY;

var<workgroup> tile: array<f32, TW * TH>;

@compute @workgroup_size(BX, BY)
fn census_9x7(@builtin(workgroup_id) wg: vec3u,
              @builtin(local_invocation_id) lid: vec3u,
              @builtin(local_invocation_index) li: u32) {
  let corner = vec2i(wg.xy * vec2u(BX, BY)) - vec2i(i32(RX), i32(RY));
  let last = vec2i(dims) - 1;
  for (var k = li; k < TW * TH; k += BX * BY) {
    let p = clamp(corner + vec2i(i32(k % TW), i32(k / TW)), vec2i(0), last);
    tile[k] = grey[u32(p.y) * dims.x + u32(p.x)];
  }
  workgroupBarrier();

  let pixel = wg.xy * vec2u(BX, BY) + lid.xy;
  if (pixel.x >= dims.x || pixel.y >= dims.y) {
    return;
  }
  let centre = tile[(lid.y + RY) * TW + lid.x + RX];
  var bits = vec2u(0u);
  for (var dy = 0u; dy < 2u * RY + 1u; dy++) {
    for (var dx = 0u; dx < 2u * RX + 1u; dx++) {
      if (dx == RX && dy == RY) {
        continue;
      }
      let darker = select(0u, 1u, tile[(lid.y + dy) * TW + lid.x + dx] < centre);
      if (dy < RY || (dy == RY && dx < RX)) {
        bits.x = (bits.x << 1u) | darker;
      } else {
        bits.y = (bits.y << 1u) | darker;
      }
    }
  }
  census[pixel.y * dims.x + pixel.x] = bits;
}

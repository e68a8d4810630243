// Video frame conversion: a luma plane and an interleaved half-resolution chroma plane, bytes packed
// four to a word, become packed RGBA. One invocation per pixel.

struct Frame {
  width: u32,
  height: u32,
  colorSpace: u32, // 0: SD, 1: HD, 2: wide gamut
  fullRange: u32,
}

@group(0) @binding(0) var<uniform> frame: Frame;
@group(0) @binding(1) var<storage, read> luma: array<u32>;
@group(0) @binding(2) var<storage, read> chroma: array<u32>;
@group(0) @binding(3) var<storage, read_write> rgba: array<u32>;

fn byteOf(word: u32, at: u32) -> f32 {
  return f32((word >> ((at & 3u) * 8u)) & 255u);
}

@compute @workgroup_size(8, 8)
fn convert(@builtin(global_invocation_id) px: vec3u) {
  if (px.x >= frame.width || px.y >= frame.height) {
    return;
  }
  let yAt = px.y * frame.width + px.x;
  var y = byteOf(luma[yAt / 4u], yAt) / 255.0;

  let pairAt = (px.y / 2u) * frame.width + (px.x & ~1u);
  let pair = chroma[pairAt / 4u];
  var cb = byteOf(pair, pairAt) / 255.0 - 0.5;
  var cr = byteOf(pair, pairAt + 1u) / 255.0 - 0.5;

  if (frame.fullRange == 0u) {
    y = (y - 16.0 / 255.0) * (255.0 / 219.0);
    cb *= 255.0 / 224.0;
    cr *= 255.0 / 224.0;
  }

  var k: vec2f; // weights of red and blue
  switch frame.colorSpace {
    case 0u: { k = vec2f(0.299, 0.114); }
    case 1u: { k = vec2f(0.2126, 0.0722); }
    default: { k = vec2f(0.2627, 0.0593); }
  }
  let r = y + 2.0 * (1.0 - k.x) * cr;
  let b = y + 2.0 * (1.0 - k.y) * cb;
  let g = (y - k.x * r - k.y * b) / (1.0 - k.x - k.y);
  rgba[yAt] = pack4x8unorm(vec4f(saturate(vec3f(r, g, b)), 1.0));
}

// Bright pass and separable Gaussian blur of an rgba8 image, both directions in one tile.
struct Params {
  width: u32,
  height: u32,
  threshold: f32,
  strength: f32,
}

const TILE = 16u;
const RADIUS = 5u;
const SPAN = TILE + 2u * RADIUS; // 26

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> image: array<u32>;
@group(0) @binding(2) var<storage, read> kernel: array<f32, 6>;
@group(0) @binding(3) var<storage, read_write> result: array<u32>;

var<workgroup> source: array<u32, SPAN * SPAN>;
var<workgroup> rows: array<vec3f, SPAN * TILE>;

fn bright(texel: u32) -> vec3f {
  let c = unpack4x8unorm(texel).rgb;
  let luma = dot(c, vec3f(0.2126, 0.7152, 0.0722));
  let keep = max(luma - params.threshold, 0.0) / max(luma, 0.0001);
  return c * keep;
}

@compute @workgroup_size(16, 16)
fn main(@builtin(workgroup_id) wg: vec3u,
        @builtin(local_invocation_id) lid: vec3u,
        @builtin(local_invocation_index) li: u32) {
  let origin = vec2i(wg.xy * TILE) - vec2i(i32(RADIUS));
  let last = vec2i(i32(params.width), i32(params.height)) - 1;

  for (var i = li; i < SPAN * SPAN; i += TILE * TILE) {
    let p = clamp(origin + vec2i(i32(i % SPAN), i32(i / SPAN)), vec2i(0), last);
    source[i] = image[u32(p.y) * params.width + u32(p.x)];
  }
  workgroupBarrier();

  // horizontal: 26 rows of 16
  for (var i = li; i < SPAN * TILE; i += TILE * TILE) {
    let y = i / TILE;
    let x = i % TILE + RADIUS;
    var sum = kernel[0] * bright(source[y * SPAN + x]);
    for (var k = 1u; k <= RADIUS; k++) {
      sum += kernel[k] * (bright(source[y * SPAN + x - k]) + bright(source[y * SPAN + x + k]));
    }
    rows[i] = sum;
  }
  workgroupBarrier();

  let at = wg.xy * TILE + lid.xy;
  if (at.x >= params.width || at.y >= params.height) {
    return;
  }
  let y = lid.y + RADIUS;
  var glow = kernel[0] * rows[y * TILE + lid.x];
  for (var k = 1u; k <= RADIUS; k++) {
    glow += kernel[k] * (rows[(y - k) * TILE + lid.x] + rows[(y + k) * TILE + lid.x]);
  }
  let base = unpack4x8unorm(source[y * SPAN + lid.x + RADIUS]);
  result[at.y * params.width + at.x] = pack4x8unorm(vec4f(base.rgb + params.strength * glow, base.a));
}

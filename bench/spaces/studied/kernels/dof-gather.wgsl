// Depth of field, gather pass: samples along a golden-angle spiral out to the largest circle of confusion
// near the pixel (from a tile map made by an earlier pass).
struct Lens {
  focus: f32,
  scale: f32,
  maxBlur: f32,
  step: f32,
}

@group(0) @binding(0) var<uniform> lens: Lens;
@group(0) @binding(1) var colour: texture_2d<f32>;
@group(0) @binding(2) var depth: texture_2d<f32>;
@group(0) @binding(3) var tileMax: texture_2d<f32>;
@group(0) @binding(4) var linearClamp: sampler;
@group(0) @binding(5) var result: texture_storage_2d<rgba8unorm, write>;

const GOLDEN = 2.39996323;

fn circle(z: f32) -> f32 {
  let c = clamp((1.0 / lens.focus - 1.0 / z) * lens.scale, -1.0, 1.0);
  return abs(c) * lens.maxBlur;
}

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) gid: vec3<u32>) {
  let size = textureDimensions(colour);
  if (gid.x >= size.x || gid.y >= size.y) {
    return;
  }
  let pixel = vec2<i32>(gid.xy);
  let texel = 1.0 / vec2<f32>(size);
  let uv = (vec2<f32>(gid.xy) + 0.5) * texel;
  let z = textureLoad(depth, pixel, 0).r;
  let ownSize = circle(z);
  let reach = textureLoad(tileMax, pixel / 16, 0).r * lens.maxBlur;

  var sum = textureSampleLevel(colour, linearClamp, uv, 0.0).rgb;
  var total = 1.0;
  var angle = 0.0;
  var radius = lens.step;
  while (radius < reach) {
    let offset = vec2<f32>(cos(angle), sin(angle)) * radius;
    let at = uv + offset * texel;
    let where_ = clamp(vec2<i32>(at * vec2<f32>(size)), vec2<i32>(0), vec2<i32>(size) - 1);
    let sampleDepth = textureLoad(depth, where_, 0).r;
    let sampleColour = textureSampleLevel(colour, linearClamp, at, 0.0).rgb;
    var sampleSize = circle(sampleDepth);
    if (sampleDepth > z) {
      sampleSize = clamp(sampleSize, 0.0, ownSize * 2.0);
    }
    let m = smoothstep(radius - 0.5, radius + 0.5, sampleSize);
    sum += mix(sum / total, sampleColour, m);
    total += 1.0;
    angle += GOLDEN;
    radius += lens.step / radius;
  }
  textureStore(result, pixel, vec4<f32>(sum / total, 1.0));
}

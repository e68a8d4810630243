// The blur of bench/sets/studied with fewer lookups, other workgroups, or nothing stored: what its parts take.

override LOOKUPS: i32 = 3;
override STORES: bool = true;
override SCALE: f32 = 1.0;
override SX: u32 = 16u;
override SY: u32 = 16u;

// One half of a separable Gaussian blur: nine texels of a row, fetched as five lookups between texels.
// `main` blurs along x, `columns` along y.

@group(0) @binding(0) var source: texture_2d<f32>;
@group(0) @binding(1) var between: sampler;
@group(0) @binding(2) var blurred: texture_storage_2d<rgba8unorm, write>;

// Pairs of neighbouring weights: where between the two a lookup falls, and what both weigh together.
const OFFSETS = array(0.0, 1.3846153846, 3.2307692308);
const WEIGHTS = array(0.2270270270, 0.3162162162, 0.0702702703);

fn blur(at: vec2u, along: vec2f) {
  let size = textureDimensions(source);
  if (any(at >= size)) { return; }
  let texel = 1.0 / vec2f(size);
  let center = (vec2f(at) + 0.5) * texel;
  var sum = WEIGHTS[0] * textureSampleLevel(source, between, center, 0.0);
  for (var k = 1; k < LOOKUPS; k++) {
    let offset = OFFSETS[k] * SCALE * along * texel;
    sum += WEIGHTS[k] * textureSampleLevel(source, between, center + offset, 0.0);
    sum += WEIGHTS[k] * textureSampleLevel(source, between, center - offset, 0.0);
  }
  if (STORES || sum.x > 100.0) { textureStore(blurred, at, sum); }
}

@compute @workgroup_size(SX, SY)
fn main(@builtin(global_invocation_id) id: vec3u) { blur(id.xy, vec2f(1.0, 0.0)); }

@compute @workgroup_size(SX, SY)
fn columns(@builtin(global_invocation_id) id: vec3u) { blur(id.xy, vec2f(0.0, 1.0)); }

// Tone mapping of an image of high range: exposure, a filmic curve, and the curve of sRGB.

@group(0) @binding(0) var scene: texture_2d<f32>;
@group(0) @binding(1) var<uniform> exposure: vec4f;
@group(0) @binding(2) var shown: texture_storage_2d<rgba8unorm, write>;

fn filmic(x: vec3f) -> vec3f {
  return clamp((x * (2.51 * x + 0.03)) / (x * (2.43 * x + 0.59) + 0.14), vec3f(0.0), vec3f(1.0));
}

fn encoded(x: vec3f) -> vec3f {
  return select(1.055 * pow(x, vec3f(1.0 / 2.4)) - 0.055, 12.92 * x, x <= vec3f(0.0031308));
}

@compute @workgroup_size(16, 16)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (any(id.xy >= textureDimensions(scene))) { return; }
  let light = textureLoad(scene, id.xy, 0).rgb * exposure.x;
  textureStore(shown, id.xy, vec4f(encoded(filmic(light)), 1.0));
}

// A flat view out of a spherical (equirectangular) panorama, four samples per pixel.
struct View {
  right: vec3f,
  tanHalf: f32,
  up: vec3f,
  aspect: f32,
  forward: vec3f,
  exposure: f32,
}

@group(0) @binding(0) var panorama: texture_2d<f32>;
@group(0) @binding(1) var bilinear: sampler;
@group(0) @binding(2) var view: texture_storage_2d<rgba8unorm, write>;
@group(0) @binding(3) var<uniform> camera: View;

const PI = 3.14159265359;

fn lookUp(ndc: vec2f) -> vec3f {
  let d = normalize(camera.forward
    + camera.right * (ndc.x * camera.tanHalf * camera.aspect)
    + camera.up * (ndc.y * camera.tanHalf));
  let longitude = atan2(d.x, -d.z);
  let latitude = asin(clamp(d.y, -1.0, 1.0));
  let uv = vec2f(0.5 + longitude / (2.0 * PI), 0.5 - latitude / PI);
  return textureSampleLevel(panorama, bilinear, uv, 0.0).rgb;
}

@compute @workgroup_size(16, 8)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let size = textureDimensions(view);
  if (id.x >= size.x || id.y >= size.y) { return; }
  var colour = vec3f(0.0);
  for (var sy = 0u; sy < 2u; sy++) {
    for (var sx = 0u; sx < 2u; sx++) {
      let p = vec2f(id.xy) + vec2f(0.25) + 0.5 * vec2f(f32(sx), f32(sy));
      let ndc = vec2f(2.0, -2.0) * (p / vec2f(size) - 0.5);
      colour += lookUp(ndc);
    }
  }
  colour *= 0.25 * camera.exposure;
  colour = colour / (1.0 + colour);
  textureStore(view, id.xy, vec4f(pow(colour, vec3f(1.0 / 2.2)), 1.0));
}

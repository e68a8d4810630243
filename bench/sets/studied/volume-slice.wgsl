// An oblique slice through a volume, trilinearly interpolated, with a window of densities shown as grey.

struct Plane { origin: vec4f, along_x: vec4f, along_y: vec4f, window: vec4f }

@group(0) @binding(0) var volume: texture_3d<f32>;
@group(0) @binding(1) var between: sampler;
@group(0) @binding(2) var<uniform> plane: Plane;
@group(0) @binding(3) var slice: texture_storage_2d<r32float, write>;

@compute @workgroup_size(16, 16)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let size = textureDimensions(slice);
  if (any(id.xy >= size)) { return; }
  let uv = (vec2f(id.xy) + 0.5) / vec2f(size);
  let place = plane.origin.xyz + uv.x * plane.along_x.xyz + uv.y * plane.along_y.xyz;
  let density = textureSampleLevel(volume, between, place, 0.0).x;
  let grey = clamp((density - plane.window.x) / plane.window.y, 0.0, 1.0);
  textureStore(slice, id.xy, vec4f(grey, 0.0, 0.0, 1.0));
}

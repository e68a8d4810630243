// Colour grading by a table of colours: a volume that is looked up between its entries at each texel's colour.

@group(0) @binding(0) var image: texture_2d<f32>;
@group(0) @binding(1) var colours: texture_3d<f32>;
@group(0) @binding(2) var between: sampler;
@group(0) @binding(3) var graded: texture_storage_2d<rgba8unorm, write>;

@compute @workgroup_size(16, 16)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (any(id.xy >= textureDimensions(image))) { return; }
  let entries = f32(textureDimensions(colours).x);
  let colour = textureLoad(image, id.xy, 0).rgb;
  let place = (colour * (entries - 1.0) + 0.5) / entries;
  textureStore(graded, id.xy, vec4f(textureSampleLevel(colours, between, place, 0.0).rgb, 1.0));
}

// One generation of Conway's game of life on a torus; a texel is a cell, 0 or 1.

@group(0) @binding(0) var before: texture_2d<u32>;
@group(0) @binding(1) var after: texture_storage_2d<r32uint, write>;

@compute @workgroup_size(16, 16)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let size = textureDimensions(before);
  if (any(id.xy >= size)) { return; }
  var neighbours = 0u;
  for (var dy = 0u; dy < 3u; dy++) {
    for (var dx = 0u; dx < 3u; dx++) {
      let place = (id.xy + vec2u(dx, dy) + size - 1u) % size;
      neighbours += textureLoad(before, place, 0).x;
    }
  }
  let alive = textureLoad(before, id.xy, 0).x;
  neighbours -= alive;
  let next = select(0u, 1u, neighbours == 3u || (alive == 1u && neighbours == 2u));
  textureStore(after, id.xy, vec4u(next, 0u, 0u, 0u));
}

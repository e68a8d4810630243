// Motion between two images: for each block of BLOCK² texels the shift of up to REACH texels along which the later image
// differs least from the earlier one. Four texels come from one gather.

override BLOCK: i32 = 8;
override REACH: i32 = 3;

@group(0) @binding(0) var earlier: texture_2d<f32>;
@group(0) @binding(1) var later: texture_2d<f32>;
@group(0) @binding(2) var nearest: sampler;
@group(0) @binding(3) var<storage, read_write> motion: array<vec2i>;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let texel = 1.0 / vec2f(textureDimensions(earlier));
  let corner = vec2i(id.xy) * BLOCK;
  var least = 1e30;
  var best = vec2i(0);
  for (var sy = -REACH; sy <= REACH; sy++) {
    for (var sx = -REACH; sx <= REACH; sx++) {
      var difference = 0.0;
      for (var y = 1; y < BLOCK; y += 2) {
        for (var x = 1; x < BLOCK; x += 2) {
          let here = corner + vec2i(x, y);
          let a = textureGather(0, earlier, nearest, vec2f(here) * texel);
          let b = textureGather(0, later, nearest, vec2f(here + vec2i(sx, sy)) * texel);
          difference += dot(abs(a - b), vec4f(1.0));
        }
      }
      if (difference < least) {
        least = difference;
        best = vec2i(sx, sy);
      }
    }
  }
  motion[id.y * groups.x * 8u + id.x] = best;
}

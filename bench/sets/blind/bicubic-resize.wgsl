// Catmull-Rom resize of an RGBA image in floats, 16 taps per pixel.
struct Sizes { source: vec2<i32>, result: vec2<i32> }
@group(0) @binding(0) var<uniform> sizes: Sizes;
@group(0) @binding(1) var<storage, read> image: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read_write> resized: array<vec4<f32>>;

fn weights(t: f32) -> vec4<f32> {
  let t2 = t * t;
  let t3 = t2 * t;
  return vec4<f32>(-0.5 * t3 + t2 - 0.5 * t, 1.5 * t3 - 2.5 * t2 + 1.0, -1.5 * t3 + 2.0 * t2 + 0.5 * t, 0.5 * t3 - 0.5 * t2);
}

@compute @workgroup_size(8, 8)
fn resize(@builtin(global_invocation_id) gid: vec3<u32>) {
  let at = vec2<i32>(gid.xy);
  if (any(at >= sizes.result)) { return; }
  let place = (vec2<f32>(at) + 0.5) * vec2<f32>(sizes.source) / vec2<f32>(sizes.result) - 0.5;
  let corner = vec2<i32>(floor(place));
  let wx = weights(fract(place.x));
  let wy = weights(fract(place.y));
  var color = vec4<f32>(0.0);
  for (var j = 0; j < 4; j++) {
    let y = clamp(corner.y + j - 1, 0, sizes.source.y - 1) * sizes.source.x;
    var row = vec4<f32>(0.0);
    for (var i = 0; i < 4; i++) {
      row += wx[i] * image[y + clamp(corner.x + i - 1, 0, sizes.source.x - 1)];
    }
    color += wy[j] * row;
  }
  resized[at.y * sizes.result.x + at.x] = saturate(color);
}

// Unsharp mask over an RGBA float image: 5x5 binomial blur, straight from storage.
struct Image { width: i32, height: i32, amount: f32, threshold: f32 }
@group(0) @binding(0) var<uniform> image: Image;
@group(0) @binding(1) var<storage, read> source: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read_write> target_pixels: array<vec4<f32>>;

const kernel = array<f32, 5>(1.0, 4.0, 6.0, 4.0, 1.0);

fn fetch(p: vec2<i32>) -> vec4<f32> {
  let q = clamp(p, vec2<i32>(0), vec2<i32>(image.width - 1, image.height - 1));
  return source[q.y * image.width + q.x];
}

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let p = vec2<i32>(id.xy);
  if (any(p >= vec2<i32>(image.width, image.height))) { return; }
  var blurred = vec4<f32>(0.0);
  for (var dy = -2; dy <= 2; dy++) {
    for (var dx = -2; dx <= 2; dx++) {
      blurred += fetch(p + vec2<i32>(dx, dy)) * (kernel[dx + 2] * kernel[dy + 2] / 256.0);
    }
  }
  let centre = fetch(p);
  let detail = centre - blurred;
  let strong = length(detail.rgb) > image.threshold;
  target_pixels[p.y * image.width + p.x] = select(centre, clamp(centre + image.amount * detail, vec4<f32>(0.0), vec4<f32>(1.0)), strong);
}

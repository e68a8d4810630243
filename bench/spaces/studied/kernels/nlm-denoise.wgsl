// Non-local means denoising of a grey image: every pixel becomes the weighted mean of the pixels in an 11x11
// window, where a pixel counts by how much the 3x3 patch around it resembles the patch around the centre.
struct Settings {
  width: u32,
  height: u32,
  falloff: f32,
}

const SEARCH = 5;
const PATCH = 1;
const SIDE = 2 * PATCH + 1;

@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<storage, read> noisy: array<f32>;
@group(0) @binding(2) var<storage, read_write> denoised: array<f32>;

fn pixel(x: i32, y: i32) -> f32 {
  let cx = clamp(x, 0, i32(settings.width) - 1);
  let cy = clamp(y, 0, i32(settings.height) - 1);
  return noisy[u32(cy) * settings.width + u32(cx)];
}

@compute @workgroup_size(16, 16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= settings.width || id.y >= settings.height) {
    return;
  }
  let x = i32(id.x);
  let y = i32(id.y);

  var reference: array<f32, 9>;
  for (var j = -PATCH; j <= PATCH; j++) {
    for (var i = -PATCH; i <= PATCH; i++) {
      reference[(j + PATCH) * SIDE + i + PATCH] = pixel(x + i, y + j);
    }
  }

  var total = 0.0;
  var weights = 0.0;
  for (var dy = -SEARCH; dy <= SEARCH; dy++) {
    for (var dx = -SEARCH; dx <= SEARCH; dx++) {
      var distance = 0.0;
      for (var j = -PATCH; j <= PATCH; j++) {
        for (var i = -PATCH; i <= PATCH; i++) {
          let difference = pixel(x + dx + i, y + dy + j) - reference[(j + PATCH) * SIDE + i + PATCH];
          distance += difference * difference;
        }
      }
      let weight = exp(-distance * settings.falloff);
      weights += weight;
      total += weight * pixel(x + dx, y + dy);
    }
  }
  denoised[id.y * settings.width + id.x] = total / weights;
}

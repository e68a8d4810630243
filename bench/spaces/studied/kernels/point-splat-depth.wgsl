// Draws a point cloud without the rasterizer: each point is projected and offered to its pixel with an atomic
// maximum, nearness in the upper bits (reversed depth, so that zero is the far end) and a 16-bit colour in the lower.
struct Camera {
  view: mat4x4<f32>,
  width: u32,
  height: u32,
  points: u32,
  near: f32,
}

@group(0) @binding(0) var<uniform> camera: Camera;
@group(0) @binding(1) var<storage, read> positions: array<vec4<f32>>;  // w: brightness
@group(0) @binding(2) var<storage, read> colours: array<u32>;          // rgba8
@group(0) @binding(3) var<storage, read_write> pixels: array<atomic<u32>>;

fn packColour(rgba: u32, brightness: f32) -> u32 {
  let colour = saturate(unpack4x8unorm(rgba).rgb * brightness);
  let scaled = vec3<u32>(colour * vec3<f32>(31.0, 63.0, 31.0) + 0.5);
  return (scaled.r << 11u) | (scaled.g << 5u) | scaled.b;
}

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= camera.points) {
    return;
  }
  let point = positions[id.x];
  let clip = camera.view * vec4<f32>(point.xyz, 1.0);
  if (clip.w < camera.near) {
    return;
  }
  let screen = clip.xy / clip.w;
  if (any(abs(screen) >= vec2<f32>(1.0))) {
    return;
  }
  let x = u32((screen.x * 0.5 + 0.5) * f32(camera.width));
  let y = u32((0.5 - screen.y * 0.5) * f32(camera.height));
  let nearness = u32(camera.near / clip.w * 65535.0);
  let offer = (nearness << 16u) | packColour(colours[id.x], 0.5 + 0.5 * point.w);
  atomicMax(&pixels[min(y, camera.height - 1u) * camera.width + min(x, camera.width - 1u)], offer);
}

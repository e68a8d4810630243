// Particle filter: how well each particle's place explains the video frame, over a disc of pixels around it.
struct Frame { width: i32, height: i32, background: f32, foreground: f32 }

@group(0) @binding(0) var<storage, read> particles: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read> disc: array<vec2<i32>>; // offsets of pixels
@group(0) @binding(2) var<storage, read> frame: array<u32>;
@group(0) @binding(3) var<storage, read_write> weights: array<f32>;
@group(0) @binding(4) var<uniform> shape: Frame;

@compute @workgroup_size(128)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= arrayLength(&particles)) {
    return;
  }
  let center = vec2<i32>(particles[id.x]);
  var likelihood = 0.0;
  for (var i = 0u; i < arrayLength(&disc); i++) {
    let place = clamp(center + disc[i], vec2<i32>(0), vec2<i32>(shape.width, shape.height) - 1);
    let pixel = f32(frame[place.y * shape.width + place.x] & 255u);
    let below = pixel - shape.background;
    let above = pixel - shape.foreground;
    likelihood += (below * below - above * above) / 50.0;
  }
  weights[id.x] = exp(likelihood / f32(arrayLength(&disc)) * 0.01);
}

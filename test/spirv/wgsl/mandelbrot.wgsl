struct Parameters { width: u32, height: u32, limit: u32 }
@group(0) @binding(0) var<storage, read_write> counts: array<u32>;
@group(0) @binding(1) var<uniform> view: Parameters;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let at = id.xy;
  if (at.x >= view.width || at.y >= view.height) {
    return;
  }
  let c = vec2<f32>(at) / vec2<f32>(f32(view.width), f32(view.height)) * vec2<f32>(3.0, 2.0) - vec2<f32>(2.0, 1.0);
  var z = vec2<f32>(0.0);
  var n = 0u;
  while (n < view.limit) {
    let squares = z * z;
    if (squares.x + squares.y > 4.0) {
      break;
    }
    z = vec2<f32>(squares.x - squares.y + c.x, 2.0 * z.x * z.y + c.y);
    n++;
  }
  counts[at.y * view.width + at.x] = n;
}

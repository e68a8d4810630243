// The burning ship fractal: how many steps of z = (|Re z| + i |Im z|)^2 + c it takes until z escapes.
struct View { origin: vec2<f32>, pixel: f32, width: u32, height: u32, limit: u32 }

@group(0) @binding(0) var<uniform> view: View;
@group(0) @binding(1) var<storage, read_write> steps: array<u32>;

@compute @workgroup_size(16, 16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= view.width || id.y >= view.height) {
    return;
  }
  let c = view.origin + view.pixel * vec2<f32>(id.xy);
  var x = 0.0;
  var y = 0.0;
  var n = 0u;
  for (; n < view.limit; n++) {
    let xx = x * x;
    let yy = y * y;
    if (xx + yy > 4.0) {
      break;
    }
    y = 2.0 * abs(x * y) + c.y;
    x = xx - yy + c.x;
  }
  steps[id.y * view.width + id.x] = n;
}

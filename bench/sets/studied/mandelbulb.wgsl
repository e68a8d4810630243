// Ray marching towards a Mandelbulb (power 8) with a distance estimator.
struct View { size: vec2<f32>, zoom: f32, detail: f32 }
@group(0) @binding(0) var<uniform> view: View;
@group(0) @binding(1) var<storage, read_write> depth: array<f32>;

fn bulb(p: vec3<f32>) -> f32 {
  var z = p;
  var dr = 1.0;
  var r = 0.0;
  for (var i = 0; i < 8; i++) {
    r = length(z);
    if (r > 2.0) { break; }
    let theta = acos(z.z / r) * 8.0;
    let phi = atan2(z.y, z.x) * 8.0;
    let r7 = pow(r, 7.0);
    dr = r7 * 8.0 * dr + 1.0;
    z = r7 * r * vec3<f32>(sin(theta) * cos(phi), sin(phi) * sin(theta), cos(theta)) + p;
  }
  return 0.5 * log(r) * r / dr;
}

@compute @workgroup_size(16, 16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let uv = (vec2<f32>(id.xy) + 0.5) / view.size * 2.0 - 1.0;
  let direction = normalize(vec3<f32>(uv * view.zoom, 1.0));
  var t = 0.0;
  for (var step = 0; step < 64; step++) {
    let d = bulb(vec3<f32>(0.0, 0.0, -2.5) + t * direction);
    if (d < view.detail || t > 5.0) { break; }
    t += d;
  }
  depth[id.y * u32(view.size.x) + id.x] = t;
}

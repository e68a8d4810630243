// Preprocessing of a picture made of 3D Gaussians: each is moved into the camera's frame, its covariance projected to
// the plane of the image and inverted, its radius taken from the greater eigenvalue. What lies behind the near plane
// or has no area gets radius 0.
struct Gaussian {
  position: vec3f,
  opacity: f32,   // before the sigmoid
  log_scale: vec3f,
  layer: f32,
  rotation: vec4f,
}

struct Splat {
  centre: vec2f,
  depth: f32,
  radius: f32,
  conic: vec3f,
  alpha: f32,
}

struct Camera {
  view: mat4x4f,
  focal: vec2f,
  size: vec2f,
  near: f32,
  count: u32,
}

@group(0) @binding(0) var<uniform> camera: Camera;
@group(0) @binding(1) var<storage, read> gaussians: array<Gaussian>;
@group(0) @binding(2) var<storage, read_write> splats: array<Splat>;

fn turn(q: vec4f) -> mat3x3f {
  let x = q.x;
  let y = q.y;
  let z = q.z;
  let w = q.w;
  return mat3x3f(
    1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + w * z), 2.0 * (x * z - w * y),
    2.0 * (x * y - w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + w * x),
    2.0 * (x * z + w * y), 2.0 * (y * z - w * x), 1.0 - 2.0 * (x * x + y * y));
}

@compute @workgroup_size(128)
fn project(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  if (i >= camera.count) {
    return;
  }
  let g = gaussians[i];
  var splat = Splat(vec2f(0.0), 0.0, 0.0, vec3f(0.0), 0.0);

  let p = (camera.view * vec4f(g.position, 1.0)).xyz;
  if (p.z > camera.near) {
    let r = turn(normalize(g.rotation));
    let scale = exp(g.log_scale);
    let m = mat3x3f(r[0] * scale.x, r[1] * scale.y, r[2] * scale.z);
    let sigma = m * transpose(m);

    // Derivatives of the projection, with the place kept within 1.3 times the field of view.
    let limit = 0.65 * camera.size / camera.focal;
    let inverse_z = 1.0 / p.z;
    let t = clamp(p.xy * inverse_z, -limit, limit) * p.z;
    let w = mat3x3f(camera.view[0].xyz, camera.view[1].xyz, camera.view[2].xyz);
    let turned = transpose(w);
    let fx = camera.focal.x * inverse_z;
    let fy = camera.focal.y * inverse_z;
    let j0 = turned * vec3f(fx, 0.0, -fx * t.x * inverse_z);
    let j1 = turned * vec3f(0.0, fy, -fy * t.y * inverse_z);
    let s0 = sigma * j0;
    let a = dot(j0, s0) + 0.3;
    let b = dot(j1, s0);
    let c = dot(j1, sigma * j1) + 0.3;

    let determinant = a * c - b * b;
    if (determinant > 0.0) {
      let mean = 0.5 * (a + c);
      let greater = mean + sqrt(max(0.1, mean * mean - determinant));
      splat.centre = camera.focal * p.xy * inverse_z + 0.5 * camera.size;
      splat.depth = p.z;
      splat.radius = 3.0 * sqrt(greater);
      splat.conic = vec3f(c, -b, a) / determinant;
      splat.alpha = 1.0 / (1.0 + exp(-g.opacity));
    }
  }
  splats[i] = splat;
}

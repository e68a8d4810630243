// Local step of as-rigid-as-possible mesh deformation: the rotation that best turns the edges around each vertex
// from the rest shape to the present one, extracted from the covariance by a warm-started iteration (Müller 2016).
@group(0) @binding(0) var<storage, read> ring_start: array<u32>;
@group(0) @binding(1) var<storage, read> ring: array<u32>;
@group(0) @binding(2) var<storage, read> cotangents: array<f32>;
@group(0) @binding(3) var<storage, read> rest: array<vec3f>;
@group(0) @binding(4) var<storage, read> displacement: array<vec3f>;
@group(0) @binding(5) var<storage, read_write> rotations: array<vec4f>;

const STEPS = 20;

fn to_matrix(q: vec4f) -> mat3x3f {
  let d = 2.0 * q.xyz;
  return mat3x3f(
    1.0 - d.y * q.y - d.z * q.z, d.x * q.y + d.z * q.w, d.x * q.z - d.y * q.w,
    d.x * q.y - d.z * q.w, 1.0 - d.x * q.x - d.z * q.z, d.y * q.z + d.x * q.w,
    d.x * q.z + d.y * q.w, d.y * q.z - d.x * q.w, 1.0 - d.x * q.x - d.y * q.y);
}

fn quaternion_product(a: vec4f, b: vec4f) -> vec4f {
  return vec4f(a.w * b.xyz + b.w * a.xyz + cross(a.xyz, b.xyz), a.w * b.w - dot(a.xyz, b.xyz));
}

@compute @workgroup_size(64)
fn fit_rotations(@builtin(global_invocation_id) id: vec3u) {
  let v = id.x;
  if (v + 1u >= arrayLength(&ring_start)) { return; }

  // covariance of the weighted edges, as columns
  let here_rest = rest[v];
  let here = here_rest + displacement[v];
  var covariance = mat3x3f();
  let end = ring_start[v + 1u];
  for (var e = ring_start[v]; e < end; e++) {
    let n = ring[e];
    let w = cotangents[e];
    let there_rest = rest[n];
    let before = w * (there_rest - here_rest);
    let after = there_rest + displacement[n] - here;
    covariance[0] += after * before.x;
    covariance[1] += after * before.y;
    covariance[2] += after * before.z;
  }

  var q = rotations[v];
  if (dot(q, q) < 0.5) {
    q = vec4f(0.0, 0.0, 0.0, 1.0);
  }
  for (var i = 0; i < STEPS; i++) {
    let r = to_matrix(q);
    let torque = cross(r[0], covariance[0]) + cross(r[1], covariance[1]) + cross(r[2], covariance[2]);
    let scale = dot(r[0], covariance[0]) + dot(r[1], covariance[1]) + dot(r[2], covariance[2]);
    let omega = torque / (abs(scale) + 1e-9);
    let angle = length(omega);
    if (angle < 1e-5) { break; }
    let axis = omega / angle;
    q = normalize(quaternion_product(vec4f(axis * sin(0.5 * angle), cos(0.5 * angle)), q));
  }
  rotations[v] = q;
}

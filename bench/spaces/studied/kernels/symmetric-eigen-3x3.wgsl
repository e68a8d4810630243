// Eigen decomposition of diffusion tensors by cyclic Jacobi rotations: eigenvalues, principal direction and
// fractional anisotropy of each voxel.

struct Result {
  direction: vec3f,
  anisotropy: f32,
  values: vec3f,
  sweeps: u32,
}

@group(0) @binding(0) var<storage, read> tensors: array<f32>;   // xx xy xz yy yz zz
@group(0) @binding(1) var<storage, read_write> results: array<Result>;

var<private> m: array<array<f32, 3>, 3>;
var<private> v: array<array<f32, 3>, 3>;

fn rotate(p: u32, q: u32) {
  let apq = m[p][q];
  if (abs(apq) < 1e-20) {
    return;
  }
  let theta = 0.5 * (m[q][q] - m[p][p]) / apq;
  let t = select(-1.0, 1.0, theta >= 0.0) / (abs(theta) + sqrt(theta * theta + 1.0));
  let c = inverseSqrt(t * t + 1.0);
  let s = t * c;
  let r = 3u - p - q;
  let arp = m[r][p];
  let arq = m[r][q];
  m[p][p] -= t * apq;
  m[q][q] += t * apq;
  m[p][q] = 0.0;
  m[q][p] = 0.0;
  m[r][p] = c * arp - s * arq;
  m[p][r] = m[r][p];
  m[r][q] = s * arp + c * arq;
  m[q][r] = m[r][q];
  for (var k = 0u; k < 3u; k++) {
    let vp = v[k][p];
    let vq = v[k][q];
    v[k][p] = c * vp - s * vq;
    v[k][q] = s * vp + c * vq;
  }
}

@compute @workgroup_size(128)
fn decompose(@builtin(global_invocation_id) id: vec3u) {
  let voxel = id.x;
  if (voxel >= arrayLength(&results)) {
    return;
  }
  let at = 6u * voxel;
  let xx = tensors[at];
  let xy = tensors[at + 1u];
  let xz = tensors[at + 2u];
  let yy = tensors[at + 3u];
  let yz = tensors[at + 4u];
  let zz = tensors[at + 5u];
  m[0] = array<f32, 3>(xx, xy, xz);
  m[1] = array<f32, 3>(xy, yy, yz);
  m[2] = array<f32, 3>(xz, yz, zz);
  v[0] = array<f32, 3>(1.0, 0.0, 0.0);
  v[1] = array<f32, 3>(0.0, 1.0, 0.0);
  v[2] = array<f32, 3>(0.0, 0.0, 1.0);

  var sweeps = 0u;
  while (sweeps < 10u) {
    let off = m[0][1] * m[0][1] + m[0][2] * m[0][2] + m[1][2] * m[1][2];
    let diagonal = m[0][0] * m[0][0] + m[1][1] * m[1][1] + m[2][2] * m[2][2];
    if (off <= 1e-8 * diagonal) {
      break;
    }
    rotate(0u, 1u);
    rotate(0u, 2u);
    rotate(1u, 2u);
    sweeps++;
  }

  let values = vec3f(m[0][0], m[1][1], m[2][2]);
  var largest = 0u;
  if (values.y > values.x) {
    largest = 1u;
  }
  if (values.z > values[largest]) {
    largest = 2u;
  }
  let mean = (values.x + values.y + values.z) / 3.0;
  let spread = values - mean;
  results[voxel].direction = vec3f(v[0][largest], v[1][largest], v[2][largest]);
  results[voxel].anisotropy = sqrt(1.5 * dot(spread, spread) / max(dot(values, values), 1e-20));
  results[voxel].values = values;
  results[voxel].sweeps = sweeps;
}

// Diffusion MRI: log-linear least squares fit of the diffusion tensor, one voxel per invocation.
// 32 gradient directions, stored as pairs of halves; the pseudo-inverse of the design matrix comes from the host.
struct Scan {
  voxels: u32,
  floorSignal: f32,
  pad0: u32,
  pad1: u32,
  pinv: array<vec4f, 48>,   // 6 rows of 32
}

@group(0) @binding(0) var<uniform> scan: Scan;
@group(0) @binding(1) var<storage, read> signal: array<vec4u>;    // 4 per voxel
@group(0) @binding(2) var<storage, read> baseline: array<f32>;
@group(0) @binding(3) var<storage, read> mask: array<u32>;
@group(0) @binding(4) var<storage, read_write> tensor: array<vec4f>; // 2 per voxel: xx yy zz MD | xy xz yz FA

@compute @workgroup_size(128)
fn fit(@builtin(global_invocation_id) id: vec3u) {
  let v = id.x;
  if (v >= scan.voxels) { return; }
  if (mask[v] == 0u) {
    tensor[2u * v] = vec4f(0.0);
    tensor[2u * v + 1u] = vec4f(0.0);
    return;
  }
  let logS0 = log(max(baseline[v], scan.floorSignal));

  var y: array<vec4f, 8>;
  for (var k = 0u; k < 4u; k++) {
    let w = signal[4u * v + k];
    let a = vec4f(unpack2x16float(w.x), unpack2x16float(w.y));
    let b = vec4f(unpack2x16float(w.z), unpack2x16float(w.w));
    y[2u * k] = logS0 - log(max(a, vec4f(scan.floorSignal)));
    y[2u * k + 1u] = logS0 - log(max(b, vec4f(scan.floorSignal)));
  }

  var d: array<f32, 6>;
  for (var r = 0u; r < 6u; r++) {
    var sum = 0.0;
    for (var k = 0u; k < 8u; k++) {
      sum += dot(scan.pinv[r * 8u + k], y[k]);
    }
    d[r] = sum;
  }

  let md = (d[0] + d[1] + d[2]) / 3.0;
  let dev = vec3f(d[0] - md, d[1] - md, d[2] - md);
  let off = vec3f(d[3], d[4], d[5]);
  let num = dot(dev, dev) + 2.0 * dot(off, off);
  let den = d[0] * d[0] + d[1] * d[1] + d[2] * d[2] + 2.0 * dot(off, off);
  var fa = 0.0;
  if (den > 1e-20) {
    fa = clamp(sqrt(1.5 * num / den), 0.0, 1.0);
  }
  tensor[2u * v] = vec4f(d[0], d[1], d[2], md);
  tensor[2u * v + 1u] = vec4f(off, fa);
}

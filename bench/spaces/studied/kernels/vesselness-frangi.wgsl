// Frangi's vesselness of a CT angiogram: eigenvalues of the Hessian (second differences) of every voxel, in closed
// form, turned into a likelihood of a bright tube.
struct Filter {
  size: vec3u,
  alpha: f32,
  beta: f32,
  gamma: f32,
  spacing: f32,
}

@group(0) @binding(0) var<uniform> params: Filter;
@group(0) @binding(1) var<storage, read> volume: array<f32>;
@group(0) @binding(2) var<storage, read_write> vesselness: array<f32>;

override BX: u32 = 8;
override BY: u32 = 8;
override BZ: u32 = 4;

fn voxel(p: vec3i) -> f32 {
  let last = vec3i(params.size) - 1;
  let c = vec3u(clamp(p, vec3i(0), last));
  return volume[(c.z * params.size.y + c.y) * params.size.x + c.x];
}

@compute @workgroup_size(BX, BY, BZ)
fn frangi(@builtin(global_invocation_id) id: vec3u) {
  if (any(id >= params.size)) { return; }
  let p = vec3i(id);
  let dx = vec3i(1, 0, 0);
  let dy = vec3i(0, 1, 0);
  let dz = vec3i(0, 0, 1);
  let centre = 2.0 * voxel(p);
  let scale = 1.0 / (params.spacing * params.spacing);
  let xx = (voxel(p + dx) - centre + voxel(p - dx)) * scale;
  let yy = (voxel(p + dy) - centre + voxel(p - dy)) * scale;
  let zz = (voxel(p + dz) - centre + voxel(p - dz)) * scale;
  let xy = 0.25 * scale * (voxel(p + dx + dy) - voxel(p + dx - dy) - voxel(p - dx + dy) + voxel(p - dx - dy));
  let xz = 0.25 * scale * (voxel(p + dx + dz) - voxel(p + dx - dz) - voxel(p - dx + dz) + voxel(p - dx - dz));
  let yz = 0.25 * scale * (voxel(p + dy + dz) - voxel(p + dy - dz) - voxel(p - dy + dz) + voxel(p - dy - dz));

  // eigenvalues of a symmetric matrix by the trigonometric formula
  let q = (xx + yy + zz) / 3.0;
  let a = xx - q;
  let b = yy - q;
  let c = zz - q;
  let off = xy * xy + xz * xz + yz * yz;
  let r = sqrt((a * a + b * b + c * c + 2.0 * off) / 6.0);
  var l1 = q;
  var l2 = q;
  var l3 = q;
  if (r > 1e-12) {
    let det = a * (b * c - yz * yz) - xy * (xy * c - yz * xz) + xz * (xy * yz - b * xz);
    let angle = acos(clamp(det / (2.0 * r * r * r), -1.0, 1.0)) / 3.0;
    l1 = q + 2.0 * r * cos(angle);
    l3 = q + 2.0 * r * cos(angle + 2.0943951);
    l2 = 3.0 * q - l1 - l3;
  }

  // order by magnitude
  if (abs(l1) > abs(l2)) { let t = l1; l1 = l2; l2 = t; }
  if (abs(l2) > abs(l3)) { let t = l2; l2 = l3; l3 = t; }
  if (abs(l1) > abs(l2)) { let t = l1; l1 = l2; l2 = t; }

  var response = 0.0;
  if (l2 < 0.0 && l3 < 0.0) {
    let plate = l2 / l3;
    let blob = l1 * l1 / (l2 * l3);
    let energy = l1 * l1 + l2 * l2 + l3 * l3;
    response = (1.0 - exp(-plate * plate / (2.0 * params.alpha * params.alpha)))
      * exp(-blob / (2.0 * params.beta * params.beta))
      * (1.0 - exp(-energy / (2.0 * params.gamma * params.gamma)));
  }
  let at = (id.z * params.size.y + id.y) * params.size.x + id.x;
  vesselness[at] = max(vesselness[at], response);   // maximum over scales
}

// Elastic-plastic material update at the integration points of a solid mesh:
// J2 plasticity with Voce hardening, solved by radial return.

struct PointState {
  normal: vec4<f32>,  // xx, yy, zz, equivalent plastic strain
  shear: vec4<f32>,   // xy, yz, zx, yield flag
}

struct StrainStep {
  normal: vec4<f32>,  // xx, yy, zz, temperature change
  shear: vec4<f32>,   // engineering shear: xy, yz, zx, unused
}

struct Material {
  bulk: f32,
  shear: f32,
  yield0: f32,
  saturation: f32,
  rate: f32,
  linear: f32,
  expansion: f32,
  points: u32,
}

@group(0) @binding(0) var<storage, read_write> state: array<PointState>;
@group(0) @binding(1) var<storage, read> steps: array<StrainStep>;
@group(0) @binding(2) var<storage, read_write> tangentScale: array<vec2<f32>>;
@group(0) @binding(3) var<uniform> mat: Material;

fn flowStress(ep: f32) -> f32 {
  return mat.yield0 + mat.saturation * (1.0 - exp(-mat.rate * ep)) + mat.linear * ep;
}

fn hardeningSlope(ep: f32) -> f32 {
  return mat.saturation * mat.rate * exp(-mat.rate * ep) + mat.linear;
}

@compute @workgroup_size(128)
fn main(@builtin(global_invocation_id) gid: vec3<u32>) {
  let p = gid.x;
  if (p >= mat.points) {
    return;
  }
  let old = state[p];
  let inc = steps[p];

  let thermal = mat.expansion * inc.normal.w;
  let dn = inc.normal.xyz - vec3<f32>(thermal);
  let volumetric = dn.x + dn.y + dn.z;

  // Trial stress.
  let g2 = 2.0 * mat.shear;
  let lame = mat.bulk - g2 / 3.0;
  var sn = old.normal.xyz + g2 * dn + vec3<f32>(lame * volumetric);
  var ss = old.shear.xyz + mat.shear * inc.shear.xyz;
  var ep = old.normal.w;

  let pressure = (sn.x + sn.y + sn.z) / 3.0;
  let dev = sn - vec3<f32>(pressure);
  let q = sqrt(1.5 * (dot(dev, dev) + 2.0 * dot(ss, ss)));

  var flag = 0.0;
  var scale = vec2<f32>(1.0, 0.0);
  let overstress = q - flowStress(ep);
  if (overstress > 0.0) {
    // Newton iteration for the plastic multiplier.
    var dg = 0.0;
    for (var it = 0; it < 12; it++) {
      let residual = q - 3.0 * mat.shear * dg - flowStress(ep + dg);
      if (abs(residual) < 1e-4 * mat.yield0) {
        break;
      }
      dg += residual / (3.0 * mat.shear + hardeningSlope(ep + dg));
      dg = max(dg, 0.0);
    }
    let factor = max(1.0 - 3.0 * mat.shear * dg / q, 0.0);
    sn = dev * factor + vec3<f32>(pressure);
    ss = ss * factor;
    ep += dg;
    flag = 1.0;
    scale = vec2<f32>(factor, 1.0 / (1.0 + hardeningSlope(ep) / (3.0 * mat.shear)));
  }

  state[p] = PointState(vec4<f32>(sn, ep), vec4<f32>(ss, flag));
  tangentScale[p] = scale;
}

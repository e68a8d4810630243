// Micromagnetics: predictor of a Heun step of the Landau-Lifshitz-Gilbert equation on a film of NX x NY x NZ cells.
// Exchange and interfacial Dzyaloshinskii-Moriya from six neighbours, uniaxial anisotropy, external field.
// Periodic in x and y, free surfaces in z. Keeps the slope for the corrector.

struct Material {
  exchange: f32,     // 2 A / (mu0 Ms dx^2), in units of Ms
  dmi: f32,
  anisotropy: f32,
  damping: f32,
  field: vec3<f32>,
  dt: f32,           // reduced time: gamma0 Ms t
}

@group(0) @binding(0) var<uniform> material: Material;
@group(0) @binding(1) var<storage, read> m: array<vec4<f32>>;     // xyz, w = local scale of the anisotropy
@group(0) @binding(2) var<storage, read_write> predicted: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read_write> slope: array<vec4<f32>>;

override NX: u32 = 256;
override NY: u32 = 256;
override NZ: u32 = 16;

fn index(x: u32, y: u32, z: u32) -> u32 {
  return (z * NY + y) * NX + x;
}

@compute @workgroup_size(32, 4, 1)
fn predict(@builtin(global_invocation_id) gid: vec3<u32>) {
  if (gid.x >= NX || gid.y >= NY || gid.z >= NZ) {
    return;
  }
  let here = index(gid.x, gid.y, gid.z);
  let self4 = m[here];
  let s = self4.xyz;

  let left = m[index((gid.x + NX - 1u) % NX, gid.y, gid.z)].xyz;
  let right = m[index((gid.x + 1u) % NX, gid.y, gid.z)].xyz;
  let front = m[index(gid.x, (gid.y + NY - 1u) % NY, gid.z)].xyz;
  let back = m[index(gid.x, (gid.y + 1u) % NY, gid.z)].xyz;
  var below = s;
  var above = s;
  if (gid.z > 0u) {
    below = m[index(gid.x, gid.y, gid.z - 1u)].xyz;
  }
  if (gid.z + 1u < NZ) {
    above = m[index(gid.x, gid.y, gid.z + 1u)].xyz;
  }

  var h = material.field;
  h += material.exchange * (left + right + front + back + below + above - 6.0 * s);
  // interfacial DMI: D ((d mz/dx) ex + (d mz/dy) ey - (d mx/dx + d my/dy) ez)
  let dx = 0.5 * (right - left);
  let dy = 0.5 * (back - front);
  h += material.dmi * vec3<f32>(dx.z, dy.z, -(dx.x + dy.y));
  h.z += (material.anisotropy * self4.w - 1.0) * s.z;    // thin film: the demagnetising field is -mz

  let precession = cross(s, h);
  let relaxation = cross(s, precession);
  let factor = -1.0 / (1.0 + material.damping * material.damping);
  let k1 = factor * (precession + material.damping * relaxation);

  let next = s + material.dt * k1;
  predicted[here] = vec4<f32>(normalize(next), self4.w);
  slope[here] = vec4<f32>(k1, length(precession));
}

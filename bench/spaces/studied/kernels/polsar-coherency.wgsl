// Polarimetric radar: from the complex channels HH, HV and VV to the Pauli vector and its coherency
// matrix T3 = k k*, two pixels per invocation.
@group(0) @binding(0) var<storage, read> hh: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read> hv: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read> vv: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read_write> diagonal: array<vec2<f32>>;   // three planes: t11 t22 t33
@group(0) @binding(4) var<storage, read_write> t12: array<vec4<f32>>;
@group(0) @binding(5) var<storage, read_write> t13: array<vec4<f32>>;
@group(0) @binding(6) var<storage, read_write> t23: array<vec4<f32>>;

override BLOCK: u32 = 256;
override CALIBRATION: f32 = 1.0;

const ROOT_HALF = 0.70710678;

fn power(z: vec4<f32>) -> vec2<f32> {
  return z.xz * z.xz + z.yw * z.yw;
}

// p * conj(q), of both pixels
fn cross2(p: vec4<f32>, q: vec4<f32>) -> vec4<f32> {
  let re = p.xz * q.xz + p.yw * q.yw;
  let im = p.yw * q.xz - p.xz * q.yw;
  return vec4<f32>(re.x, im.x, re.y, im.y);
}

@compute @workgroup_size(BLOCK)
fn coherency(@builtin(global_invocation_id) id: vec3<u32>) {
  let i = id.x;
  let count = arrayLength(&hh);
  if (i >= count) {
    return;
  }
  let co = hh[i] * CALIBRATION;
  let opposite = vv[i] * CALIBRATION;
  let k1 = (co + opposite) * ROOT_HALF;
  let k2 = (co - opposite) * ROOT_HALF;
  let k3 = hv[i] * (2.0 * ROOT_HALF * CALIBRATION);

  diagonal[i] = power(k1);
  diagonal[count + i] = power(k2);
  diagonal[2u * count + i] = power(k3);
  t12[i] = cross2(k1, k2);
  t13[i] = cross2(k1, k3);
  t23[i] = cross2(k2, k3);
}

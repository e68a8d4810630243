// MRI-Q: the scanner's point spread per voxel, a sum of cosines and sines over all samples of k-space; one voxel
// per invocation, everything else is left to transformations.
@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read> y: array<f32>;
@group(0) @binding(2) var<storage, read> z: array<f32>;
@group(0) @binding(3) var<storage, read> samples: array<vec4<f32>>; // kx, ky, kz, magnitude
@group(0) @binding(4) var<storage, read_write> real: array<f32>;
@group(0) @binding(5) var<storage, read_write> imaginary: array<f32>;

override VOXELS: u32;
override SAMPLES: u32;
const TWO_PI = 6.2831853;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let i = id.x;
  if (i >= VOXELS) {
    return;
  }
  let voxel = vec3<f32>(x[i], y[i], z[i]);
  var sum = vec2<f32>();
  for (var k = 0u; k < SAMPLES; k++) {
    let each = samples[k];
    let angle = TWO_PI * dot(each.xyz, voxel);
    sum += each.w * vec2<f32>(cos(angle), sin(angle));
  }
  real[i] = sum.x;
  imaginary[i] = sum.y;
}

// MRI-Q with the samples of k-space passing through workgroup memory, and two voxels per invocation.
@group(0) @binding(0) var<storage, read> x: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read> y: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read> z: array<vec2<f32>>;
@group(0) @binding(3) var<storage, read> samples: array<vec4<f32>>; // kx, ky, kz, magnitude
@group(0) @binding(4) var<storage, read_write> real: array<vec2<f32>>;
@group(0) @binding(5) var<storage, read_write> imaginary: array<vec2<f32>>;

override SAMPLES: u32; // a multiple of TILE
const TILE = 128u;
const TWO_PI = 6.2831853;
var<workgroup> tile: array<vec4<f32>, TILE>;

@compute @workgroup_size(TILE)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
  let voxelX = x[id.x];
  let voxelY = y[id.x];
  let voxelZ = z[id.x];
  var cosines = vec2<f32>();
  var sines = vec2<f32>();
  for (var start = 0u; start < SAMPLES; start += TILE) {
    tile[lane] = samples[start + lane];
    workgroupBarrier();
    for (var k = 0u; k < TILE; k++) {
      let s = tile[k];
      let angle = TWO_PI * (s.x * voxelX + s.y * voxelY + s.z * voxelZ);
      cosines += s.w * cos(angle);
      sines += s.w * sin(angle);
    }
    workgroupBarrier();
  }
  real[id.x] = cosines;
  imaginary[id.x] = sines;
}

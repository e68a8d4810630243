// The distribution of weighted plasma particles over velocities along and across the magnetic field: 64 x 32 bins,
// counted by each workgroup for itself and then added up. Weights are kept as fixed-point numbers.
struct Params { field: vec3<f32>, particles: u32, top: f32 }

@group(0) @binding(0) var<storage, read> particles: array<vec4<f32>>;   // velocity, weight
@group(0) @binding(1) var<storage, read_write> bins: array<atomic<u32>>;
@group(0) @binding(2) var<uniform> params: Params;

const ALONG = 64u;
const ACROSS = 32u;
const SIZE = 256u;

var<workgroup> local: array<atomic<u32>, ALONG * ACROSS>;

@compute @workgroup_size(SIZE)
fn main(
  @builtin(global_invocation_id) gid: vec3<u32>,
  @builtin(local_invocation_index) index: u32,
  @builtin(num_workgroups) groups: vec3<u32>,
) {
  for (var k = index; k < ALONG * ACROSS; k += SIZE) {
    atomicStore(&local[k], 0u);
  }
  workgroupBarrier();

  let direction = normalize(params.field);
  for (var i = gid.x; i < params.particles; i += groups.x * SIZE) {
    let p = particles[i];
    let along = dot(p.xyz, direction);
    let across = length(p.xyz - along * direction);
    let a = (along / params.top * 0.5 + 0.5) * f32(ALONG);
    let b = across / params.top * f32(ACROSS);
    if (a >= 0.0 && a < f32(ALONG) && b < f32(ACROSS)) {
      atomicAdd(&local[u32(b) * ALONG + u32(a)], u32(abs(p.w) * 256.0));
    }
  }
  workgroupBarrier();

  for (var k = index; k < ALONG * ACROSS; k += SIZE) {
    let count = atomicLoad(&local[k]);
    if (count != 0u) {
      atomicAdd(&bins[k], count);
    }
  }
}

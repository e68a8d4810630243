// One step of gravitation between all pairs of bodies; positions pass through workgroup memory in tiles.
struct Step { bodies: u32, softening: f32, time: f32 }

@group(0) @binding(0) var<storage, read> positions: array<vec4<f32>>; // xyz, mass
@group(0) @binding(1) var<storage, read_write> velocities: array<vec4<f32>>;
@group(0) @binding(2) var<uniform> step: Step;

const TILE = 256u;
var<workgroup> tile: array<vec4<f32>, TILE>;

@compute @workgroup_size(TILE)
fn nbody(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
  let me = positions[id.x].xyz;
  var force = vec3<f32>();
  for (var start = 0u; start < step.bodies; start += TILE) {
    tile[lane] = positions[start + lane];
    workgroupBarrier();
    for (var j = 0u; j < TILE; j++) {
      let other = tile[j];
      let offset = other.xyz - me;
      let inverse = inverseSqrt(dot(offset, offset) + step.softening);
      force += offset * (other.w * inverse * inverse * inverse);
    }
    workgroupBarrier();
  }
  velocities[id.x] += vec4<f32>(force * step.time, 0.0);
}

// LavaMD: forces between the particles of a box and of its neighbours within a cut-off by cells, one box per
// workgroup. The neighbour's particles pass through workgroup memory.
struct Space { side: u32, alpha: f32 }

@group(0) @binding(0) var<storage, read> places: array<vec4<f32>>; // position in the box, squared radius
@group(0) @binding(1) var<storage, read> charges: array<f32>;
@group(0) @binding(2) var<storage, read_write> forces: array<vec4<f32>>; // force, energy
@group(0) @binding(3) var<uniform> space: Space;

const PARTICLES = 100u;
const SIZE = 128u;
var<workgroup> otherPlaces: array<vec4<f32>, PARTICLES>;
var<workgroup> otherCharges: array<f32, PARTICLES>;

@compute @workgroup_size(SIZE)
fn main(@builtin(workgroup_id) box: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
  let side = space.side;
  let home = ((box.z * side + box.y) * side + box.x) * PARTICLES;
  let isParticle = lane < PARTICLES;
  let me = places[home + min(lane, PARTICLES - 1u)];
  var sum = vec4<f32>();
  for (var i = 0u; i < 27u; i++) {
    let offset = vec3<i32>(i32(i % 3u), i32(i / 3u % 3u), i32(i / 9u)) - 1;
    let other = vec3<i32>(box) + offset;
    if (any(other < vec3<i32>(0)) || any(other >= vec3<i32>(i32(side)))) {
      continue;
    }
    let first = ((u32(other.z) * side + u32(other.y)) * side + u32(other.x)) * PARTICLES;
    workgroupBarrier();
    if (isParticle) {
      otherPlaces[lane] = places[first + lane];
      otherCharges[lane] = charges[first + lane];
    }
    workgroupBarrier();
    if (isParticle) {
      let shift = vec3<f32>(offset);
      for (var j = 0u; j < PARTICLES; j++) {
        let away = me.xyz - (otherPlaces[j].xyz + shift);
        let u = space.alpha * dot(away, away);
        let energy = otherCharges[j] * exp(-u);
        sum += vec4<f32>(2.0 * space.alpha * energy * away, energy);
      }
    }
  }
  if (isParticle) {
    forces[home + lane] = sum;
  }
}

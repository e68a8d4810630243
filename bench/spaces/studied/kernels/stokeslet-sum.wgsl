// Velocities of a viscous fluid at many points, driven by regularised Stokeslets (Cortez): direct sums,
// with sources passed through workgroup memory.
struct Params { points: u32, sources: u32, epsilon: f32, viscosity: f32 }

@group(0) @binding(0) var<storage, read> points: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read> places: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read> forces: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read_write> velocities: array<vec4<f32>>;
@group(0) @binding(4) var<uniform> params: Params;

const SIZE = 128u;
var<workgroup> tilePlace: array<vec3<f32>, SIZE>;
var<workgroup> tileForce: array<vec3<f32>, SIZE>;

@compute @workgroup_size(SIZE)
fn main(@builtin(global_invocation_id) gid: vec3<u32>, @builtin(local_invocation_index) index: u32) {
  let p = points[min(gid.x, params.points - 1u)].xyz;
  let e2 = params.epsilon * params.epsilon;
  var sum = vec3<f32>(0.0);
  for (var base = 0u; base < params.sources; base += SIZE) {
    let s = base + index;
    if (s < params.sources) {
      tilePlace[index] = places[s].xyz;
      tileForce[index] = forces[s].xyz;
    } else {
      tilePlace[index] = vec3<f32>(0.0);
      tileForce[index] = vec3<f32>(0.0);
    }
    workgroupBarrier();
    for (var k = 0u; k < SIZE; k++) {
      let d = p - tilePlace[k];
      let f = tileForce[k];
      let r2 = dot(d, d);
      let inv = inverseSqrt(r2 + e2);
      let inv3 = inv * inv * inv;
      sum += ((r2 + 2.0 * e2) * inv3) * f + (dot(f, d) * inv3) * d;
    }
    workgroupBarrier();
  }
  if (gid.x < params.points) {
    velocities[gid.x] = vec4<f32>(sum / (8.0 * 3.14159265 * params.viscosity), 0.0);
  }
}

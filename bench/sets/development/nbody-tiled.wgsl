// Gravitational acceleration of every body by all others, which pass through workgroup memory in tiles; the
// inner loop is unrolled four times by hand.
@group(0) @binding(0) var<storage, read> bodies: array<vec4<f32>>; // position, mass
@group(0) @binding(1) var<storage, read_write> accelerations: array<vec4<f32>>;

override BODIES: u32; // a multiple of TILE
const TILE = 128u;
const SOFTENING = 0.001;
var<workgroup> tile: array<vec4<f32>, TILE>;

fn pull(body: vec4<f32>, here: vec3<f32>) -> vec3<f32> {
  let away = body.xyz - here;
  let inverse = inverseSqrt(dot(away, away) + SOFTENING);
  return away * (body.w * inverse * inverse * inverse);
}

@compute @workgroup_size(TILE)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
  let here = bodies[id.x].xyz;
  var sum = vec3<f32>();
  for (var start = 0u; start < BODIES; start += TILE) {
    tile[lane] = bodies[start + lane];
    workgroupBarrier();
    for (var j = 0u; j < TILE; j += 4u) {
      sum += pull(tile[j], here);
      sum += pull(tile[j + 1u], here);
      sum += pull(tile[j + 2u], here);
      sum += pull(tile[j + 3u], here);
    }
    workgroupBarrier();
  }
  accelerations[id.x] = vec4<f32>(sum, 0.0);
}

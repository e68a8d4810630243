struct Parameters { count: u32, softening: f32 }
@group(0) @binding(0) var<storage, read> bodies: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read_write> forces: array<vec4<f32>>;
@group(0) @binding(2) var<uniform> parameters: Parameters;

var<workgroup> tile: array<vec4<f32>, 128>;

fn pull(here: vec4<f32>, there: vec4<f32>) -> vec3<f32> {
  let d = there.xyz - here.xyz;
  let r2 = dot(d, d) + parameters.softening;
  let inverse = inverseSqrt(r2);
  return d * (there.w * inverse * inverse * inverse);
}

@compute @workgroup_size(128)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
  let i = id.x;
  let here = bodies[i];
  var force = vec3<f32>(0.0);
  for (var first = 0u; first < parameters.count; first += 128u) {
    tile[local.x] = bodies[first + local.x];
    workgroupBarrier();
    for (var k = 0u; k < 128u; k++) {
      force += pull(here, tile[k]);
    }
    workgroupBarrier();
  }
  forces[i] = vec4<f32>(force, here.w);
}

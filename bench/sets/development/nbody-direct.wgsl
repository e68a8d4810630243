// Gravitational acceleration of every body by all others, read from storage: lanes share each load.
@group(0) @binding(0) var<storage, read> bodies: array<vec4<f32>>; // position, mass
@group(0) @binding(1) var<storage, read_write> accelerations: array<vec4<f32>>;

const SOFTENING = 0.001;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let count = arrayLength(&bodies);
  if (id.x >= count) {
    return;
  }
  let here = bodies[id.x].xyz;
  var sum = vec3<f32>();
  for (var j = 0u; j < count; j++) {
    let away = bodies[j].xyz - here;
    let inverse = inverseSqrt(dot(away, away) + SOFTENING);
    sum += away * (bodies[j].w * inverse * inverse * inverse);
  }
  accelerations[id.x] = vec4<f32>(sum, 0.0);
}

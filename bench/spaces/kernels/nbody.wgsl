// Gravitational acceleration of every body by all others, PER bodies per invocation, a workgroup's size apart,
// the inner loop written out UNROLL times. `tiled` passes the others through workgroup memory.
@group(0) @binding(0) var<storage, read> bodies: array<vec4<f32>>; // position, mass
@group(0) @binding(1) var<storage, read_write> accelerations: array<vec4<f32>>;

override BODIES: u32; // a multiple of UNROLL
override SIZE: u32;
override PER: u32;
override UNROLL: u32;
const MOST = 4u;
const SOFTENING = 0.001;

var<workgroup> tile: array<vec4<f32>, SIZE>;

fn pull(body: vec4<f32>, here: vec3<f32>) -> vec3<f32> {
  let away = body.xyz - here;
  let inverse = inverseSqrt(dot(away, away) + SOFTENING);
  return away * (body.w * inverse * inverse * inverse);
}

fn load(first: u32) -> array<vec3<f32>, MOST> {
  var here: array<vec3<f32>, MOST>;
  for (var p = 0u; p < PER; p++) {
    here[p] = bodies[min(first + p * SIZE, BODIES - 1u)].xyz;
  }
  return here;
}

fn store(first: u32, sums: array<vec3<f32>, MOST>) {
  for (var p = 0u; p < PER; p++) {
    if (first + p * SIZE < BODIES) {
      accelerations[first + p * SIZE] = vec4<f32>(sums[p], 0.0);
    }
  }
}

@compute @workgroup_size(SIZE)
fn direct(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
  let first = group.x * SIZE * PER + lane;
  let here = load(first);
  var sums: array<vec3<f32>, MOST>;
  for (var j = 0u; j < BODIES; j += UNROLL) {
    for (var u = 0u; u < UNROLL; u++) {
      let other = bodies[j + u];
      for (var p = 0u; p < PER; p++) {
        sums[p] += pull(other, here[p]);
      }
    }
  }
  store(first, sums);
}

@compute @workgroup_size(SIZE)
fn tiled(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
  let first = group.x * SIZE * PER + lane;
  let here = load(first);
  var sums: array<vec3<f32>, MOST>;
  for (var start = 0u; start < BODIES; start += SIZE) {
    // What is past the last body has no mass.
    let other = bodies[min(start + lane, BODIES - 1u)];
    tile[lane] = vec4<f32>(other.xyz, select(0.0, other.w, start + lane < BODIES));
    workgroupBarrier();
    for (var j = 0u; j < SIZE; j += UNROLL) {
      for (var u = 0u; u < UNROLL; u++) {
        let other = tile[j + u];
        for (var p = 0u; p < PER; p++) {
          sums[p] += pull(other, here[p]);
        }
      }
    }
    workgroupBarrier();
  }
  store(first, sums);
}

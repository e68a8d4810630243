// Particle filter, resampling: the first particle whose cumulated weight exceeds a random number, by a walk from
// the start as in the original.
@group(0) @binding(0) var<storage, read> cumulated: array<u32>;
@group(0) @binding(1) var<storage, read> draws: array<u32>;
@group(0) @binding(2) var<storage, read_write> chosen: array<u32>;

@compute @workgroup_size(128)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= arrayLength(&draws)) {
    return;
  }
  let count = arrayLength(&cumulated);
  let draw = draws[id.x];
  var index = count - 1u;
  for (var i = 0u; i < count; i++) {
    if (cumulated[i] > draw) {
      index = i;
      break;
    }
  }
  chosen[id.x] = index;
}

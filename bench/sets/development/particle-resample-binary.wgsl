// Particle filter, resampling: the first particle whose cumulated weight exceeds a random number, by bisection,
// and the particle's place with it.
@group(0) @binding(0) var<storage, read> cumulated: array<u32>;
@group(0) @binding(1) var<storage, read> draws: array<u32>;
@group(0) @binding(2) var<storage, read> before: array<vec2<f32>>;
@group(0) @binding(3) var<storage, read_write> after: array<vec2<f32>>;

@compute @workgroup_size(128)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= arrayLength(&draws)) {
    return;
  }
  let draw = draws[id.x];
  var low = 0u;
  var high = arrayLength(&cumulated) - 1u;
  while (low < high) {
    let middle = (low + high) / 2u;
    if (cumulated[middle] > draw) {
      high = middle;
    } else {
      low = middle + 1u;
    }
  }
  after[id.x] = before[low];
}

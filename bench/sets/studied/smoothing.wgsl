// Smooths a block of a signal many times over in workgroup memory. Two copies in turn need one barrier per step;
// TWO_BARRIERS adds one that is not needed.
@group(0) @binding(0) var<storage, read_write> signal: array<f32>;

override TWO_BARRIERS: bool;
const SIZE = 256u;
const STEPS = 64u;

var<workgroup> block: array<f32, 2u * SIZE>;

@compute @workgroup_size(SIZE)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
  block[lane] = signal[id.x];
  workgroupBarrier();
  var current = 0u;
  for (var step = 0u; step < STEPS; step++) {
    let left = block[current + ((lane + SIZE - 1u) & (SIZE - 1u))];
    let right = block[current + ((lane + 1u) & (SIZE - 1u))];
    let own = block[current + lane];
    current = SIZE - current;
    if (TWO_BARRIERS) {
      workgroupBarrier();
    }
    block[current + lane] = 0.5 * own + 0.25 * (left + right);
    workgroupBarrier();
  }
  signal[id.x] = block[current + lane];
}

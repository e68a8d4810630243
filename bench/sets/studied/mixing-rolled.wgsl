// Random numbers by shifts, as many as a uniform buffer says: one step per turn of the loop.
struct Work { steps: u32 }

@group(0) @binding(0) var<uniform> work: Work;
@group(0) @binding(1) var<storage, read_write> states: array<u32>;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  var state = states[id.x];
  for (var k = 0u; k < work.steps; k++) {
    state ^= state << 13u;
    state ^= state >> 17u;
    state ^= state << 5u;
  }
  states[id.x] = state;
}

// One generation of a cyclic cellular automaton: a cell goes on to the next state when at least THRESHOLD of its
// eight neighbours are there already. The world wraps around.
override WIDTH: u32 = 3000u;
override HEIGHT: u32 = 2000u;

const STATES = 4u;
const THRESHOLD = 3u;

@group(0) @binding(0) var<storage, read> before: array<u32>;
@group(0) @binding(1) var<storage, read_write> after: array<u32>;

@compute @workgroup_size(8, 4)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= WIDTH || id.y >= HEIGHT) {
    return;
  }
  let state = before[id.y * WIDTH + id.x];
  let next = (state + 1u) % STATES;
  var ahead = 0u;
  for (var dy = 0u; dy < 3u; dy++) {
    let y = (id.y + HEIGHT + dy - 1u) % HEIGHT;
    for (var dx = 0u; dx < 3u; dx++) {
      let x = (id.x + WIDTH + dx - 1u) % WIDTH;
      // The cell itself is never one ahead of itself.
      if (before[y * WIDTH + x] == next) {
        ahead++;
      }
    }
  }
  after[id.y * WIDTH + id.x] = select(state, next, ahead >= THRESHOLD);
}

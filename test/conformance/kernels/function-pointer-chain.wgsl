struct State {
  values: array<u32, 4>,
  position: u32,
}
@group(0) @binding(0) var<storage, read> inputs: array<u32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<u32>;

fn advance(state: ptr<function, State>) -> u32 {
  let slot = &state.values[state.position];
  *slot += state.position + 1u;
  state.position = (state.position + *slot) % 4u;
  return *slot;
}

fn run(state: ptr<function, State>, steps: u32) -> u32 {
  var sum = 0u;
  for (var k = 0u; k < steps; k++) {
    sum += advance(state);
  }
  return sum;
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  var state = State(array<u32, 4>(i, 1u, inputs[i] % 50u, 3u), i % 4u);
  outputs[2 * i] = run(&state, inputs[i] % 7u);
  outputs[2 * i + 1] = state.position + state.values[0] * 4u;
}

@group(0) @binding(0) var<storage, read> inputs: array<u32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<u32>;
var<private> counter: u32 = 5u;
var<private> history: array<u32, 8>;

fn next() -> u32 {
  counter += 3u;
  history[counter % 8u] = counter;
  return counter;
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  for (var k = 0u; k < inputs[i] % 6u; k++) {
    _ = next();
  }
  outputs[2 * i] = next() * 100u + next();
  outputs[2 * i + 1] = history[i % 8u];
}

@group(0) @binding(0) var<storage, read> inputs: array<u32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<u32>;
var<private> trail: u32;

fn mark(x: u32) -> u32 {
  trail = trail * 10u + x;
  return x;
}

fn three(a: u32, b: u32, c: u32) -> u32 {
  return a * b + c;
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  let r = three(mark(1u), mark(2u) + mark(3u), mark(inputs[i] % 7u));
  outputs[2 * i] = r;
  outputs[2 * i + 1] = trail;
}

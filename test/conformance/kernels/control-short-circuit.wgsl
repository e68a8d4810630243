@group(0) @binding(0) var<storage, read> inputs: array<u32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<u32>;
var<private> calls: u32;

fn check(x: u32) -> bool {
  calls += 1u;
  return x % 3u == 0u;
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  let x = inputs[i] % 32u;
  let a = x > 8u && check(x) && check(x + 1u);
  let b = x < 4u || check(x) || check(x + 2u);
  let c = (x > 1u) & check(x);
  let d = (x > 1u) | check(x);
  outputs[i] = calls * 16u + u32(a) + 2u * u32(b) + 4u * u32(c) + 8u * u32(d);
}

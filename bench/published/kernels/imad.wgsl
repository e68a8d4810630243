// Multiply-adds of integers alone: eight chains a thread, none of which waits for another.
override ROUNDS: u32;
@group(0) @binding(0) var<storage, read_write> results: array<u32>;
@group(0) @binding(1) var<uniform> factors: vec2u;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let start = id.x;
  var x = vec4u(start, start + 1u, start + 2u, start + 3u);
  var y = x + 4u;
  for (var round = 0u; round < ROUNDS; round++) {
    for (var step = 0u; step < 16u; step++) {
      x = x * factors.x + factors.y;
      y = y * factors.x + factors.y;
    }
  }
  let sum = x + y;
  results[id.x] = sum.x + sum.y + sum.z + sum.w;
}

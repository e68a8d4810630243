// Multiply-adds alone: eight chains a thread, none of which waits for another.
override ROUNDS: u32;
@group(0) @binding(0) var<storage, read_write> results: array<f32>;
@group(0) @binding(1) var<uniform> factors: vec2f;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let start = f32(id.x);
  var x = vec4f(start, start + 1.0, start + 2.0, start + 3.0);
  var y = x + 4.0;
  for (var round = 0u; round < ROUNDS; round++) {
    for (var step = 0u; step < 16u; step++) {
      x = fma(x, vec4f(factors.x), vec4f(factors.y));
      y = fma(y, vec4f(factors.x), vec4f(factors.y));
    }
  }
  let sum = x + y;
  results[id.x] = sum.x + sum.y + sum.z + sum.w;
}

@group(0) @binding(0) var<storage, read> inputs: array<u32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  var a = 0u;
  var b = 1u;
  var trace = array<u32, 5>();
  for (var k = 0u; k < 10u; k++) {
    let next = a + b + inputs[(i + k) % 256u] % 3u;
    a = b;
    b = next;
    trace[k % 5u] = a;
  }
  var x = 27u + i % 5u;
  var y = i;
  while (x != y && y < 1000u) {
    let kept = x;
    x = y + 1u;
    y = kept + 2u;
  }
  outputs[2 * i] = a ^ (trace[3] << 8u) ^ (trace[i % 5u] << 16u);
  outputs[2 * i + 1] = x * 1000u + y;
}

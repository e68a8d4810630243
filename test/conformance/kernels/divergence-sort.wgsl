@group(0) @binding(0) var<storage, read> inputs: array<u32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<u32>;

@compute @workgroup_size(32)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let base = id.x * 8u;
  if (base >= 256u) {
    return;
  }
  var list: array<u32, 8>;
  for (var k = 0u; k < 8u; k++) {
    list[k] = inputs[base + k];
  }
  for (var k = 1u; k < 8u; k++) {
    let x = list[k];
    var j = k;
    while (j > 0u && list[max(j, 1u) - 1u] > x) {
      list[j] = list[j - 1u];
      j--;
    }
    list[j] = x;
  }
  for (var k = 0u; k < 8u; k++) {
    outputs[base + k] = list[k];
  }
}

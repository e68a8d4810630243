@group(0) @binding(0) var<storage, read> inputs: array<u32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  let limit = inputs[i] % 9u;
  var count = 0u;
  for (var a = 0u; a < limit; a++) {
    var b = a;
    while (b < 10u) {
      if ((a + b) % 4u == 1u) {
        b += 2u;
        continue;
      }
      for (var c = 0u; c < 3u; c++) {
        if (c == b % 3u) {
          break;
        }
        count += a + b * c + 1u;
      }
      b++;
    }
    if (count > 300u) {
      break;
    }
  }
  outputs[i] = count;
}

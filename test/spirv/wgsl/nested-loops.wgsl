@group(0) @binding(0) var<storage, read> values: array<u32>;
@group(0) @binding(1) var<storage, read_write> results: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let i = id.x;
  let seed = values[i];
  var counts: array<u32, 8>;
  for (var k = 0; k < 8; k++) { counts[k] = 0u; }
  for (var a = 0u; a < 12u; a++) {
    if (((seed >> a) & 1u) == 0u) { continue; }
    for (var b = a; b < 16u; b++) {
      let product = a * b + (seed & 15u);
      if (product > 90u) { break; }
      if (product % 3u == 0u) { continue; }
      counts[product & 7u]++;
    }
  }
  var result = 0u;
  for (var k = 0; k < 8; k++) { result = result * 31u + counts[k]; }
  results[i] = result;
}

// A loop that lanes or warps break out of in its middle: 10 multiply-adds each. values: 0, turns, how far the id is shifted (0 by lanes, 5 by warps), turns within.
struct V { values: vec4<u32>, values2: vec4<f32> }
@group(0) @binding(0) var<uniform> v: V;
@group(0) @binding(1) var<storage, read_write> out: array<f32>;
@compute @workgroup_size(128)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let values = v.values; let values2 = v.values2;
  let key = id.x >> values.z;
  var x = f32(id.x); var y = x + 1.0; var z = x + 2.0; var w = x + 3.0;
  for (var t = 0u; t < values.y; t++) {
    let n = (key + t) & 7u;
    for (var j = 0u; j < 64u; j++) { x = x * values2.x + 0.25; x = x * values2.x + 0.25; x = x * values2.x + 0.25; x = x * values2.x + 0.25; x = x * values2.x + 0.25; x = x * values2.x + 0.25; x = x * values2.x + 0.25; x = x * values2.x + 0.25; x = x * values2.x + 0.25; x = x * values2.x + 0.25;
      if (j == n) { break; }
      y = y * values2.y + 0.5; }
    z = z * values2.y + 0.5;
  }
  out[id.x] = x + y + z + w;
}

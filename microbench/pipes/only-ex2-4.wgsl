// Straight-line loop bodies of known instructions, for what pipes and fetching allow: 4 ex2.
struct Values { trips: u32, a: f32, b: f32, c: f32 }
@group(0) @binding(0) var<storage, read_write> sums: array<f32>;
@group(0) @binding(1) var<uniform> values: Values;
@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let a = values.a + f32(id.x & 7u) * 1e-6;
  let b = values.b + f32(id.x & 3u) * 1e-6;
  let c = values.c + f32(id.x & 1u) * 1e-6;
  var y0 = c + 0.25;
  var y1 = c + 1.25;
  var y2 = c + 2.25;
  var y3 = c + 3.25;
  var y4 = c + 4.25;
  var y5 = c + 5.25;
  var y6 = c + 6.25;
  var y7 = c + 7.25;
  for (var trip = 0u; trip < values.trips; trip++) {
    y0 = exp2(y0);
    y1 = exp2(y1);
    y2 = exp2(y2);
    y3 = exp2(y3);
  }
  sums[id.x] = y0 + y1 + y2 + y3 + y4 + y5 + y6 + y7;
}

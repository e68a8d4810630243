// Straight-line loop bodies of known instructions, for what pipes and fetching allow: 48 multiply-adds and 2 sin.
struct Values { trips: u32, a: f32, b: f32, c: f32 }
@group(0) @binding(0) var<storage, read_write> sums: array<f32>;
@group(0) @binding(1) var<uniform> values: Values;
@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let a = values.a + f32(id.x & 7u) * 1e-6;
  let b = values.b + f32(id.x & 3u) * 1e-6;
  let c = values.c + f32(id.x & 1u) * 1e-6;
  var x0 = c + 0.0;
  var x1 = c + 1.0;
  var x2 = c + 2.0;
  var x3 = c + 3.0;
  var x4 = c + 4.0;
  var x5 = c + 5.0;
  var x6 = c + 6.0;
  var x7 = c + 7.0;
  var y0 = c + 0.25;
  var y1 = c + 1.25;
  for (var trip = 0u; trip < values.trips; trip++) {
    x0 = fma(x0, a, b);
    x1 = fma(x1, a, b);
    x2 = fma(x2, a, b);
    x3 = fma(x3, a, b);
    x4 = fma(x4, a, b);
    x5 = fma(x5, a, b);
    x6 = fma(x6, a, b);
    x7 = fma(x7, a, b);
    x0 = fma(x0, a, b);
    x1 = fma(x1, a, b);
    x2 = fma(x2, a, b);
    x3 = fma(x3, a, b);
    x4 = fma(x4, a, b);
    x5 = fma(x5, a, b);
    x6 = fma(x6, a, b);
    x7 = fma(x7, a, b);
    x0 = fma(x0, a, b);
    x1 = fma(x1, a, b);
    x2 = fma(x2, a, b);
    x3 = fma(x3, a, b);
    x4 = fma(x4, a, b);
    x5 = fma(x5, a, b);
    x6 = fma(x6, a, b);
    x7 = fma(x7, a, b);
    y0 = sin(y0);
    x0 = fma(x0, a, b);
    x1 = fma(x1, a, b);
    x2 = fma(x2, a, b);
    x3 = fma(x3, a, b);
    x4 = fma(x4, a, b);
    x5 = fma(x5, a, b);
    x6 = fma(x6, a, b);
    x7 = fma(x7, a, b);
    x0 = fma(x0, a, b);
    x1 = fma(x1, a, b);
    x2 = fma(x2, a, b);
    x3 = fma(x3, a, b);
    x4 = fma(x4, a, b);
    x5 = fma(x5, a, b);
    x6 = fma(x6, a, b);
    x7 = fma(x7, a, b);
    x0 = fma(x0, a, b);
    x1 = fma(x1, a, b);
    x2 = fma(x2, a, b);
    x3 = fma(x3, a, b);
    x4 = fma(x4, a, b);
    x5 = fma(x5, a, b);
    x6 = fma(x6, a, b);
    x7 = fma(x7, a, b);
    y1 = sin(y1);
  }
  sums[id.x] = x0 + x1 + x2 + x3 + x4 + x5 + x6 + x7 + y0 + y1;
}

// Straight-line loop bodies of known instructions, for what pipes and fetching allow: an outer product of 4 by 4.
struct Values { trips: u32, a: f32, b: f32, c: f32 }
@group(0) @binding(0) var<storage, read_write> sums: array<f32>;
@group(0) @binding(1) var<uniform> values: Values;
@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let a = values.a + f32(id.x & 7u) * 1e-6;
  let b = values.b + f32(id.x & 3u) * 1e-6;
  let c = values.c + f32(id.x & 1u) * 1e-6;
  var s00 = c * 0.0 + 0.0;
  var s01 = c * 0.0 + 1.0;
  var s02 = c * 0.0 + 2.0;
  var s03 = c * 0.0 + 3.0;
  var s10 = c * 1.0 + 0.0;
  var s11 = c * 1.0 + 1.0;
  var s12 = c * 1.0 + 2.0;
  var s13 = c * 1.0 + 3.0;
  var s20 = c * 2.0 + 0.0;
  var s21 = c * 2.0 + 1.0;
  var s22 = c * 2.0 + 2.0;
  var s23 = c * 2.0 + 3.0;
  var s30 = c * 3.0 + 0.0;
  var s31 = c * 3.0 + 1.0;
  var s32 = c * 3.0 + 2.0;
  var s33 = c * 3.0 + 3.0;
  var p0 = a + 0.5;
  var p1 = a + 1.5;
  var p2 = a + 2.5;
  var p3 = a + 3.5;
  var q0 = b + 0.25;
  var q1 = b + 1.25;
  var q2 = b + 2.25;
  var q3 = b + 3.25;
  for (var trip = 0u; trip < values.trips; trip++) {
    s00 = fma(p0, q0, s00);
    s01 = fma(p0, q1, s01);
    s02 = fma(p0, q2, s02);
    s03 = fma(p0, q3, s03);
    s10 = fma(p1, q0, s10);
    s11 = fma(p1, q1, s11);
    s12 = fma(p1, q2, s12);
    s13 = fma(p1, q3, s13);
    s20 = fma(p2, q0, s20);
    s21 = fma(p2, q1, s21);
    s22 = fma(p2, q2, s22);
    s23 = fma(p2, q3, s23);
    s30 = fma(p3, q0, s30);
    s31 = fma(p3, q1, s31);
    s32 = fma(p3, q2, s32);
    s33 = fma(p3, q3, s33);
    p0 = p0 * a;
    p1 = p1 * a;
    p2 = p2 * a;
    p3 = p3 * a;
  }
  sums[id.x] = s00 + s01 + s02 + s03 + s10 + s11 + s12 + s13 + s20 + s21 + s22 + s23 + s30 + s31 + s32 + s33;
}

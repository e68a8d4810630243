// Arithmetic that reads two or three registers each, beside loads or not: what of issuing, register ports and returning loads holds.
struct Values { trips: u32, step: u32, a: f32, b: f32 }
@group(0) @binding(0) var<storage, read> zeros: array<f32>;
@group(0) @binding(1) var<uniform> values: Values;
@group(0) @binding(2) var<storage, read_write> sink: array<f32>;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  var x0 = f32(lane) + 0.0;
  var x1 = f32(lane) + 1.0;
  var x2 = f32(lane) + 2.0;
  var x3 = f32(lane) + 3.0;
  var x4 = f32(lane) + 4.0;
  var x5 = f32(lane) + 5.0;
  var x6 = f32(lane) + 6.0;
  var x7 = f32(lane) + 7.0;
  let y0 = f32(lane * 3u) * values.a;
  let z0 = f32(lane ^ 1u) * values.b;
  let y1 = f32(lane * 4u) * values.a;
  let z1 = f32(lane ^ 2u) * values.b;
  let y2 = f32(lane * 5u) * values.a;
  let z2 = f32(lane ^ 3u) * values.b;
  let y3 = f32(lane * 6u) * values.a;
  let z3 = f32(lane ^ 4u) * values.b;
  let y4 = f32(lane * 7u) * values.a;
  let z4 = f32(lane ^ 5u) * values.b;
  let y5 = f32(lane * 8u) * values.a;
  let z5 = f32(lane ^ 6u) * values.b;
  let y6 = f32(lane * 9u) * values.a;
  let z6 = f32(lane ^ 7u) * values.b;
  let y7 = f32(lane * 10u) * values.a;
  let z7 = f32(lane ^ 8u) * values.b;
  var got = f32();
  var at = lane + 1u;
  for (var trip = 0u; trip < values.trips; trip++) {
    let v0 = zeros[at + 0u];
    let v1 = zeros[at + 256u];
    let v2 = zeros[at + 512u];
    let v3 = zeros[at + 768u];
    x0 = fma(x0, y0, 1.0);
    x1 = fma(x1, y1, 1.0);
    x2 = fma(x2, y2, 1.0);
    x3 = fma(x3, y3, 1.0);
    x4 = fma(x4, y4, 1.0);
    x5 = fma(x5, y5, 1.0);
    x6 = fma(x6, y6, 1.0);
    x7 = fma(x7, y7, 1.0);
    got += v0;
    got += v1;
    got += v2;
    got += v3;
    at = (at + values.step) & 1023u;
  }
  sink[id.x] = x0 + x1 + x2 + x3 + x4 + x5 + x6 + x7 + got;
}

// The range analysis walked each loop twice for each walk of the one around it.
@group(0) @binding(0) var<storage, read_write> y: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  var s = 0.0;
  for (var a0 = 0; a0 < 100; a0 += 7) {
  for (var a1 = 0; a1 < 100; a1 += 7) {
  for (var a2 = 0; a2 < 100; a2 += 7) {
  for (var a3 = 0; a3 < 100; a3 += 7) {
  for (var a4 = 0; a4 < 100; a4 += 7) {
  for (var a5 = 0; a5 < 100; a5 += 7) {
  for (var a6 = 0; a6 < 100; a6 += 7) {
  for (var a7 = 0; a7 < 100; a7 += 7) {
  for (var a8 = 0; a8 < 100; a8 += 7) {
  for (var a9 = 0; a9 < 100; a9 += 7) {
  for (var a10 = 0; a10 < 100; a10 += 7) {
  for (var a11 = 0; a11 < 100; a11 += 7) {
  for (var a12 = 0; a12 < 100; a12 += 7) {
  for (var a13 = 0; a13 < 100; a13 += 7) {
  s += y[(a0 ^ a1 ^ a2 ^ a3 ^ a4 ^ a5 ^ a6 ^ a7 ^ a8 ^ a9 ^ a10 ^ a11 ^ a12 ^ a13) & 63];
    if (a13 > 40) { continue; }
  }
    if (a12 > 40) { continue; }
  }
    if (a11 > 40) { continue; }
  }
    if (a10 > 40) { continue; }
  }
    if (a9 > 40) { continue; }
  }
    if (a8 > 40) { continue; }
  }
    if (a7 > 40) { continue; }
  }
    if (a6 > 40) { continue; }
  }
    if (a5 > 40) { continue; }
  }
    if (a4 > 40) { continue; }
  }
    if (a3 > 40) { continue; }
  }
    if (a2 > 40) { continue; }
  }
    if (a1 > 40) { continue; }
  }
    if (a0 > 40) { continue; }
  }
  y[id.x] = s;
}

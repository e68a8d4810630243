@group(0) @binding(0) var<storage, read> trips: array<u32>;
@group(0) @binding(1) var<storage, read_write> result: array<f32>;

@compute @workgroup_size(128)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let lane = id.x & 31u;
  let end = trips[lane];
  let f0 = trips[32u + lane] == 77u;
  let f1 = trips[64u + lane] == 77u;
  let f2 = trips[96u + lane] == 77u;
  let f3 = trips[128u + lane] == 77u;
  let m = f32(end) * 1e-9;
  let n = f32(id.x & 7u);
  var a = f32(id.x);
  var b = a + 1.0;
  var c = a + 2.0;
  var d = a + 3.0;
  for (var i = 0u; i < end; i++) {
    a = fma(a, m, n);
    b = fma(b, m, n);
    c = fma(c, m, n);
    d = fma(d, m, n);
    a = fma(a, m, n);
    b = fma(b, m, n);
    c = fma(c, m, n);
    d = fma(d, m, n);
    if (f0) {
      break;
    }
    a = fma(a, m, n);
    b = fma(b, m, n);
    c = fma(c, m, n);
    d = fma(d, m, n);
    a = fma(a, m, n);
    b = fma(b, m, n);
    c = fma(c, m, n);
    d = fma(d, m, n);
    if (f1) {
      break;
    }
    a = fma(a, m, n);
    b = fma(b, m, n);
    c = fma(c, m, n);
    d = fma(d, m, n);
    a = fma(a, m, n);
    b = fma(b, m, n);
    c = fma(c, m, n);
    d = fma(d, m, n);
    if (f2) {
      break;
    }
    a = fma(a, m, n);
    b = fma(b, m, n);
    c = fma(c, m, n);
    d = fma(d, m, n);
    a = fma(a, m, n);
    b = fma(b, m, n);
    c = fma(c, m, n);
    d = fma(d, m, n);
    if (f3) {
      break;
    }
  }
  result[id.x] = a + b + c + d;
}

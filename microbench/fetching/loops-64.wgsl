// 64 loops of 96 multiply-adds one after the other; each warp runs each as often as chance says.
struct Values { trips: u32, a: f32, b: f32, c: f32 }
@group(0) @binding(0) var<storage, read_write> sums: array<f32>;
@group(0) @binding(1) var<uniform> values: Values;
fn mixed(x: u32) -> u32 {
  let a = (x ^ (x >> 16u)) * 0x7feb352du;
  let b = (a ^ (a >> 15u)) * 0x846ca68bu;
  return b ^ (b >> 16u);
}
@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let a = values.a + f32(id.x & 7u) * 1e-6;
  let b = values.b + f32(id.x & 3u) * 1e-6;
  let c = values.c + f32(id.x & 1u) * 1e-6;
  var seed = id.x >> 5u;
  var p = c; var q = c + 1.0; var r = c + 2.0; var s = c + 3.0;
  var t = c + 4.0; var u = c + 5.0; var v = c + 6.0; var w = c + 7.0;
  seed = mixed(seed + 0u);
  for (var trip = (seed & 15u) * values.trips; trip > 0u; trip--) {
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
  }
  seed = mixed(seed + 1u);
  for (var trip = (seed & 15u) * values.trips; trip > 0u; trip--) {
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
  }
  seed = mixed(seed + 2u);
  for (var trip = (seed & 15u) * values.trips; trip > 0u; trip--) {
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
  }
  seed = mixed(seed + 3u);
  for (var trip = (seed & 15u) * values.trips; trip > 0u; trip--) {
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
  }
  seed = mixed(seed + 4u);
  for (var trip = (seed & 15u) * values.trips; trip > 0u; trip--) {
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
  }
  seed = mixed(seed + 5u);
  for (var trip = (seed & 15u) * values.trips; trip > 0u; trip--) {
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
  }
  seed = mixed(seed + 6u);
  for (var trip = (seed & 15u) * values.trips; trip > 0u; trip--) {
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
  }
  seed = mixed(seed + 7u);
  for (var trip = (seed & 15u) * values.trips; trip > 0u; trip--) {
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
  }
  seed = mixed(seed + 8u);
  for (var trip = (seed & 15u) * values.trips; trip > 0u; trip--) {
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
  }
  seed = mixed(seed + 9u);
  for (var trip = (seed & 15u) * values.trips; trip > 0u; trip--) {
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
  }
  seed = mixed(seed + 10u);
  for (var trip = (seed & 15u) * values.trips; trip > 0u; trip--) {
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
  }
  seed = mixed(seed + 11u);
  for (var trip = (seed & 15u) * values.trips; trip > 0u; trip--) {
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
  }
  seed = mixed(seed + 12u);
  for (var trip = (seed & 15u) * values.trips; trip > 0u; trip--) {
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
  }
  seed = mixed(seed + 13u);
  for (var trip = (seed & 15u) * values.trips; trip > 0u; trip--) {
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
  }
  seed = mixed(seed + 14u);
  for (var trip = (seed & 15u) * values.trips; trip > 0u; trip--) {
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
  }
  seed = mixed(seed + 15u);
  for (var trip = (seed & 15u) * values.trips; trip > 0u; trip--) {
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
  }
  seed = mixed(seed + 16u);
  for (var trip = (seed & 15u) * values.trips; trip > 0u; trip--) {
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
  }
  seed = mixed(seed + 17u);
  for (var trip = (seed & 15u) * values.trips; trip > 0u; trip--) {
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
  }
  seed = mixed(seed + 18u);
  for (var trip = (seed & 15u) * values.trips; trip > 0u; trip--) {
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
  }
  seed = mixed(seed + 19u);
  for (var trip = (seed & 15u) * values.trips; trip > 0u; trip--) {
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
  }
  seed = mixed(seed + 20u);
  for (var trip = (seed & 15u) * values.trips; trip > 0u; trip--) {
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
  }
  seed = mixed(seed + 21u);
  for (var trip = (seed & 15u) * values.trips; trip > 0u; trip--) {
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
  }
  seed = mixed(seed + 22u);
  for (var trip = (seed & 15u) * values.trips; trip > 0u; trip--) {
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
  }
  seed = mixed(seed + 23u);
  for (var trip = (seed & 15u) * values.trips; trip > 0u; trip--) {
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
  }
  seed = mixed(seed + 24u);
  for (var trip = (seed & 15u) * values.trips; trip > 0u; trip--) {
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
  }
  seed = mixed(seed + 25u);
  for (var trip = (seed & 15u) * values.trips; trip > 0u; trip--) {
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
  }
  seed = mixed(seed + 26u);
  for (var trip = (seed & 15u) * values.trips; trip > 0u; trip--) {
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
  }
  seed = mixed(seed + 27u);
  for (var trip = (seed & 15u) * values.trips; trip > 0u; trip--) {
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
  }
  seed = mixed(seed + 28u);
  for (var trip = (seed & 15u) * values.trips; trip > 0u; trip--) {
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
  }
  seed = mixed(seed + 29u);
  for (var trip = (seed & 15u) * values.trips; trip > 0u; trip--) {
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
  }
  seed = mixed(seed + 30u);
  for (var trip = (seed & 15u) * values.trips; trip > 0u; trip--) {
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
  }
  seed = mixed(seed + 31u);
  for (var trip = (seed & 15u) * values.trips; trip > 0u; trip--) {
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
  }
  seed = mixed(seed + 32u);
  for (var trip = (seed & 15u) * values.trips; trip > 0u; trip--) {
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
  }
  seed = mixed(seed + 33u);
  for (var trip = (seed & 15u) * values.trips; trip > 0u; trip--) {
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
  }
  seed = mixed(seed + 34u);
  for (var trip = (seed & 15u) * values.trips; trip > 0u; trip--) {
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
  }
  seed = mixed(seed + 35u);
  for (var trip = (seed & 15u) * values.trips; trip > 0u; trip--) {
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
  }
  seed = mixed(seed + 36u);
  for (var trip = (seed & 15u) * values.trips; trip > 0u; trip--) {
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
  }
  seed = mixed(seed + 37u);
  for (var trip = (seed & 15u) * values.trips; trip > 0u; trip--) {
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
  }
  seed = mixed(seed + 38u);
  for (var trip = (seed & 15u) * values.trips; trip > 0u; trip--) {
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
  }
  seed = mixed(seed + 39u);
  for (var trip = (seed & 15u) * values.trips; trip > 0u; trip--) {
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
  }
  seed = mixed(seed + 40u);
  for (var trip = (seed & 15u) * values.trips; trip > 0u; trip--) {
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
  }
  seed = mixed(seed + 41u);
  for (var trip = (seed & 15u) * values.trips; trip > 0u; trip--) {
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
  }
  seed = mixed(seed + 42u);
  for (var trip = (seed & 15u) * values.trips; trip > 0u; trip--) {
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
  }
  seed = mixed(seed + 43u);
  for (var trip = (seed & 15u) * values.trips; trip > 0u; trip--) {
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
  }
  seed = mixed(seed + 44u);
  for (var trip = (seed & 15u) * values.trips; trip > 0u; trip--) {
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
  }
  seed = mixed(seed + 45u);
  for (var trip = (seed & 15u) * values.trips; trip > 0u; trip--) {
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
  }
  seed = mixed(seed + 46u);
  for (var trip = (seed & 15u) * values.trips; trip > 0u; trip--) {
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
  }
  seed = mixed(seed + 47u);
  for (var trip = (seed & 15u) * values.trips; trip > 0u; trip--) {
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
  }
  seed = mixed(seed + 48u);
  for (var trip = (seed & 15u) * values.trips; trip > 0u; trip--) {
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
  }
  seed = mixed(seed + 49u);
  for (var trip = (seed & 15u) * values.trips; trip > 0u; trip--) {
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
  }
  seed = mixed(seed + 50u);
  for (var trip = (seed & 15u) * values.trips; trip > 0u; trip--) {
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
  }
  seed = mixed(seed + 51u);
  for (var trip = (seed & 15u) * values.trips; trip > 0u; trip--) {
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
  }
  seed = mixed(seed + 52u);
  for (var trip = (seed & 15u) * values.trips; trip > 0u; trip--) {
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
  }
  seed = mixed(seed + 53u);
  for (var trip = (seed & 15u) * values.trips; trip > 0u; trip--) {
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
  }
  seed = mixed(seed + 54u);
  for (var trip = (seed & 15u) * values.trips; trip > 0u; trip--) {
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
  }
  seed = mixed(seed + 55u);
  for (var trip = (seed & 15u) * values.trips; trip > 0u; trip--) {
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
  }
  seed = mixed(seed + 56u);
  for (var trip = (seed & 15u) * values.trips; trip > 0u; trip--) {
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
  }
  seed = mixed(seed + 57u);
  for (var trip = (seed & 15u) * values.trips; trip > 0u; trip--) {
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
  }
  seed = mixed(seed + 58u);
  for (var trip = (seed & 15u) * values.trips; trip > 0u; trip--) {
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
  }
  seed = mixed(seed + 59u);
  for (var trip = (seed & 15u) * values.trips; trip > 0u; trip--) {
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
  }
  seed = mixed(seed + 60u);
  for (var trip = (seed & 15u) * values.trips; trip > 0u; trip--) {
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
  }
  seed = mixed(seed + 61u);
  for (var trip = (seed & 15u) * values.trips; trip > 0u; trip--) {
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
  }
  seed = mixed(seed + 62u);
  for (var trip = (seed & 15u) * values.trips; trip > 0u; trip--) {
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
  }
  seed = mixed(seed + 63u);
  for (var trip = (seed & 15u) * values.trips; trip > 0u; trip--) {
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
    p=fma(p,a,b); q=fma(q,a,b); r=fma(r,a,b); s=fma(s,a,b); t=fma(t,a,b); u=fma(u,a,b); v=fma(v,a,b); w=fma(w,a,b);
  }
  sums[id.x] = p + q + r + s + t + u + v + w;
}

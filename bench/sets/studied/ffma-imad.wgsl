// Float multiply-adds with instructions of other pipes in a loop.
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read_write> result: array<f32>;
struct Facts { rounds: u32, one: u32, shift: u32, zero: u32 }
@group(0) @binding(2) var<uniform> facts: Facts;
@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) lid: u32) {
  let lane = lid & 31u;
  let x = a[lane]; let y = a[lane+1u]; let z = a[lane+2u]; let w = a[lane+3u];
  var s0 = f32(0); var s1 = f32(1); var s2 = f32(2); var s3 = f32(3);
  var v0 = id.x * 3u + facts.one; var v1 = id.x * 4u + facts.one; var v2 = id.x * 5u + facts.one; var v3 = id.x * 6u + facts.one; let p = facts.one + lane; let r = facts.shift + lane * 7u;
  for (var i = 0u; i < facts.rounds; i++) {
    s0 = fma(x, x, s0); s1 = fma(y, y, s1); s2 = fma(z, z, s2); s3 = fma(w, w, s3);
    v0 = v0 * p + r;
    v1 = v1 * p + r;
    s0 = fma(x, y, s0); s1 = fma(y, z, s1); s2 = fma(z, w, s2); s3 = fma(w, x, s3);
    v2 = v2 * p + r;
    v3 = v3 * p + r;
    s0 = fma(x, z, s0); s1 = fma(y, w, s1); s2 = fma(z, x, s2); s3 = fma(w, y, s3);
    v0 = v0 * p + r;
    v1 = v1 * p + r;
    s0 = fma(x, w, s0); s1 = fma(y, x, s1); s2 = fma(z, y, s2); s3 = fma(w, z, s3);
    v2 = v2 * p + r;
    v3 = v3 * p + r;
    s0 = fma(x, x, s0); s1 = fma(y, y, s1); s2 = fma(z, z, s2); s3 = fma(w, w, s3);
    v0 = v0 * p + r;
    v1 = v1 * p + r;
    s0 = fma(x, y, s0); s1 = fma(y, z, s1); s2 = fma(z, w, s2); s3 = fma(w, x, s3);
    v2 = v2 * p + r;
    v3 = v3 * p + r;
    s0 = fma(x, z, s0); s1 = fma(y, w, s1); s2 = fma(z, x, s2); s3 = fma(w, y, s3);
    v0 = v0 * p + r;
    v1 = v1 * p + r;
    s0 = fma(x, w, s0); s1 = fma(y, x, s1); s2 = fma(z, y, s2); s3 = fma(w, z, s3);
    v2 = v2 * p + r;
    v3 = v3 * p + r;
  }
  result[id.x] = s0 + s1 + s2 + s3 + f32(v0 ^ v1 ^ v2 ^ v3);
}

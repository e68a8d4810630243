// Loads that hit L1, with bounds checks, in a loop.
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read_write> result: array<f32>;
struct Facts { rounds: u32, one: u32, shift: u32, zero: u32 }
@group(0) @binding(2) var<uniform> facts: Facts;
@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) lid: u32) {
  let lane = lid & 31u;
  var sum = 0.0;
  let start = lane; let x = a[lane]; let y = a[lane+1u]; let z = a[lane+2u]; let w = a[lane+3u]; var s0=0.0; var s1=0.0; var s2=0.0; var s3=0.0;
  for (var i = 0u; i < facts.rounds; i++) {
    let at = start + (i & 15u) * 256u;
    let v0 = a[at + 0u * 32u]; s0 = fma(v0, x, s0); s1 = fma(v0, y, s1); s2 = fma(v0, z, s2); s3 = fma(v0, w, s3);
    let v1 = a[at + 1u * 32u]; s0 = fma(v1, x, s0); s1 = fma(v1, y, s1); s2 = fma(v1, z, s2); s3 = fma(v1, w, s3);
    let v2 = a[at + 2u * 32u]; s0 = fma(v2, x, s0); s1 = fma(v2, y, s1); s2 = fma(v2, z, s2); s3 = fma(v2, w, s3);
    let v3 = a[at + 3u * 32u]; s0 = fma(v3, x, s0); s1 = fma(v3, y, s1); s2 = fma(v3, z, s2); s3 = fma(v3, w, s3);
    let v4 = a[at + 4u * 32u]; s0 = fma(v4, x, s0); s1 = fma(v4, y, s1); s2 = fma(v4, z, s2); s3 = fma(v4, w, s3);
    let v5 = a[at + 5u * 32u]; s0 = fma(v5, x, s0); s1 = fma(v5, y, s1); s2 = fma(v5, z, s2); s3 = fma(v5, w, s3);
    let v6 = a[at + 6u * 32u]; s0 = fma(v6, x, s0); s1 = fma(v6, y, s1); s2 = fma(v6, z, s2); s3 = fma(v6, w, s3);
    let v7 = a[at + 7u * 32u]; s0 = fma(v7, x, s0); s1 = fma(v7, y, s1); s2 = fma(v7, z, s2); s3 = fma(v7, w, s3);
  }
  result[id.x] = s0+s1+s2+s3;
}

// Float multiply-adds with instructions of other pipes in a loop.
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read_write> result: array<f32>;
struct Facts { rounds: u32, one: u32, shift: u32, zero: u32 }
@group(0) @binding(2) var<uniform> facts: Facts;
@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) lid: u32) {
  let lane = lid & 31u;
  let x = a[lane]; let y = a[lane+1u]; let z = a[lane+2u]; let w = a[lane+3u];
  var s0 = f32(0); var s1 = f32(1); var s2 = f32(2); var s3 = f32(3); var s4 = f32(4); var s5 = f32(5); var s6 = f32(6); var s7 = f32(7);
  for (var i = 0u; i < facts.rounds; i++) {
    let at = lane + (i & 15u) * 256u;
    let t0 = a[at + 0u * 32u]; s0 = fma(t0, x, s0); s1 = fma(t0, y, s1); s2 = fma(t0, z, s2); s3 = fma(t0, w, s3); s4 = fma(t0, x, s4); s5 = fma(t0, y, s5); s6 = fma(t0, z, s6); s7 = fma(t0, w, s7);
    let t1 = a[at + 1u * 32u]; s0 = fma(t1, x, s0); s1 = fma(t1, y, s1); s2 = fma(t1, z, s2); s3 = fma(t1, w, s3); s4 = fma(t1, x, s4); s5 = fma(t1, y, s5); s6 = fma(t1, z, s6); s7 = fma(t1, w, s7);
    let t2 = a[at + 2u * 32u]; s0 = fma(t2, x, s0); s1 = fma(t2, y, s1); s2 = fma(t2, z, s2); s3 = fma(t2, w, s3); s4 = fma(t2, x, s4); s5 = fma(t2, y, s5); s6 = fma(t2, z, s6); s7 = fma(t2, w, s7);
    let t3 = a[at + 3u * 32u]; s0 = fma(t3, x, s0); s1 = fma(t3, y, s1); s2 = fma(t3, z, s2); s3 = fma(t3, w, s3); s4 = fma(t3, x, s4); s5 = fma(t3, y, s5); s6 = fma(t3, z, s6); s7 = fma(t3, w, s7);
    let t4 = a[at + 4u * 32u]; s0 = fma(t4, x, s0); s1 = fma(t4, y, s1); s2 = fma(t4, z, s2); s3 = fma(t4, w, s3); s4 = fma(t4, x, s4); s5 = fma(t4, y, s5); s6 = fma(t4, z, s6); s7 = fma(t4, w, s7);
    let t5 = a[at + 5u * 32u]; s0 = fma(t5, x, s0); s1 = fma(t5, y, s1); s2 = fma(t5, z, s2); s3 = fma(t5, w, s3); s4 = fma(t5, x, s4); s5 = fma(t5, y, s5); s6 = fma(t5, z, s6); s7 = fma(t5, w, s7);
    let t6 = a[at + 6u * 32u]; s0 = fma(t6, x, s0); s1 = fma(t6, y, s1); s2 = fma(t6, z, s2); s3 = fma(t6, w, s3); s4 = fma(t6, x, s4); s5 = fma(t6, y, s5); s6 = fma(t6, z, s6); s7 = fma(t6, w, s7);
    let t7 = a[at + 7u * 32u]; s0 = fma(t7, x, s0); s1 = fma(t7, y, s1); s2 = fma(t7, z, s2); s3 = fma(t7, w, s3); s4 = fma(t7, x, s4); s5 = fma(t7, y, s5); s6 = fma(t7, z, s6); s7 = fma(t7, w, s7);
  }
  result[id.x] = s0 + s1 + s2 + s3 + s4 + s5 + s6 + s7;
}

// Loads that hit L1, with bounds checks, in a loop.
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read_write> result: array<f32>;
struct Facts { rounds: u32, one: u32, shift: u32, zero: u32 }
@group(0) @binding(2) var<uniform> facts: Facts;
@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) lid: u32) {
  let lane = lid & 31u;
  var sum = 0.0;
  let start = lane + 1u;
  for (var i = 0u; i < facts.rounds; i++) {
    let at = start + (i & 15u) * 256u;
    sum += a[at + 0u * 32u];
    sum += a[at + 1u * 32u];
    sum += a[at + 2u * 32u];
    sum += a[at + 3u * 32u];
    sum += a[at + 4u * 32u];
    sum += a[at + 5u * 32u];
    sum += a[at + 6u * 32u];
    sum += a[at + 7u * 32u];
  }
  result[id.x] = sum;
}

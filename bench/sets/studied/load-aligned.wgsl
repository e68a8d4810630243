// Loads that hit L1, with bounds checks, in a loop.
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read_write> result: array<f32>;
struct Facts { rounds: u32, one: u32, shift: u32, zero: u32 }
@group(0) @binding(2) var<uniform> facts: Facts;
@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) lid: u32) {
  let lane = lid & 31u;
  var sum = 0.0;
  for (var i = 0u; i < facts.rounds; i++) {
    sum += a[lane + ((i * 8u + 0u) & 31u) * 32u];
    sum += a[lane + ((i * 8u + 1u) & 31u) * 32u];
    sum += a[lane + ((i * 8u + 2u) & 31u) * 32u];
    sum += a[lane + ((i * 8u + 3u) & 31u) * 32u];
    sum += a[lane + ((i * 8u + 4u) & 31u) * 32u];
    sum += a[lane + ((i * 8u + 5u) & 31u) * 32u];
    sum += a[lane + ((i * 8u + 6u) & 31u) * 32u];
    sum += a[lane + ((i * 8u + 7u) & 31u) * 32u];
  }
  result[id.x] = sum;
}

// Integer instructions of several pipes in a loop.
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read_write> result: array<f32>;
struct Facts { rounds: u32, one: u32, shift: u32, zero: u32 }
@group(0) @binding(2) var<uniform> facts: Facts;
@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) lid: u32) {
  let lane = lid & 31u;
  var sum = 0.0;
  let p = facts.one + lane; let r = facts.shift + lane * 7u;
  var v0 = id.x * 3u + facts.one;
  var v1 = id.x * 4u + facts.one;
  var v2 = id.x * 5u + facts.one;
  var v3 = id.x * 6u + facts.one;
  for (var i = 0u; i < facts.rounds; i++) {
    v0 = (v0 + p) ^ r; v1 = (v1 + p) ^ r; v2 = (v2 + p) ^ r; v3 = (v3 + p) ^ r;
    v0 = (v0 + p) ^ r; v1 = (v1 + p) ^ r; v2 = (v2 + p) ^ r; v3 = (v3 + p) ^ r;
    v0 = (v0 + p) ^ r; v1 = (v1 + p) ^ r; v2 = (v2 + p) ^ r; v3 = (v3 + p) ^ r;
    v0 = (v0 + p) ^ r; v1 = (v1 + p) ^ r; v2 = (v2 + p) ^ r; v3 = (v3 + p) ^ r;
    v0 = (v0 + p) ^ r; v1 = (v1 + p) ^ r; v2 = (v2 + p) ^ r; v3 = (v3 + p) ^ r;
    v0 = (v0 + p) ^ r; v1 = (v1 + p) ^ r; v2 = (v2 + p) ^ r; v3 = (v3 + p) ^ r;
    v0 = (v0 + p) ^ r; v1 = (v1 + p) ^ r; v2 = (v2 + p) ^ r; v3 = (v3 + p) ^ r;
    v0 = (v0 + p) ^ r; v1 = (v1 + p) ^ r; v2 = (v2 + p) ^ r; v3 = (v3 + p) ^ r;
  }
  result[id.x] = f32(v0 ^ v1 ^ v2 ^ v3);
}

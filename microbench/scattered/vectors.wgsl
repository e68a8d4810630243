// Gathers of whole vectors at random, and of pairs that lie side by side.
struct Values { trips: u32, mask: u32 }
@group(0) @binding(0) var<storage, read> table: array<vec4<u32>>;
@group(0) @binding(1) var<uniform> values: Values;
@group(0) @binding(2) var<storage, read_write> sink: array<u32>;
fn mixed(x: u32) -> u32 {
  let a = (x ^ (x >> 16u)) * 0x7feb352du;
  let b = (a ^ (a >> 15u)) * 0x846ca68bu;
  return b ^ (b >> 16u);
}
fn sum(v: vec4<u32>) -> u32 { return v.x + v.y + v.z + v.w; }
@compute @workgroup_size(256)
fn single(@builtin(global_invocation_id) id: vec3<u32>) {
  var seed = id.x;
  for (var t = 0u; t < values.trips; t++) { seed = mixed(seed + t + sum(table[mixed(seed) & values.mask])); }
  sink[id.x] = seed;
}
@compute @workgroup_size(256)
fn pair(@builtin(global_invocation_id) id: vec3<u32>) {
  var seed = id.x;
  for (var t = 0u; t < values.trips; t++) {
    let at = mixed(seed) & values.mask;
    seed = mixed(seed + t + sum(table[at]) + sum(table[min(at + 1u, values.mask)]));
  }
  sink[id.x] = seed;
}
// Both halves of a sector.
@compute @workgroup_size(256)
fn halves(@builtin(global_invocation_id) id: vec3<u32>) {
  var seed = id.x;
  for (var t = 0u; t < values.trips; t++) {
    let at = mixed(seed) & values.mask & ~1u;
    seed = mixed(seed + t + sum(table[at]) + sum(table[at | 1u]));
  }
  sink[id.x] = seed;
}
// All lanes in few stretches of the table: 48 KiB each, 12 of them.
@compute @workgroup_size(256)
fn stretches(@builtin(global_invocation_id) id: vec3<u32>) {
  var seed = id.x;
  let own = mixed(id.x) % 12u;
  for (var t = 0u; t < values.trips; t++) {
    let at = (mixed(own * 64u + t) & values.mask & ~4095u) + (mixed(seed) & 4095u);
    seed = mixed(seed + t + sum(table[at & values.mask]));
  }
  sink[id.x] = seed;
}

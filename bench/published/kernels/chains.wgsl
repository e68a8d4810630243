// Chains of multiply-adds that share factor and addend: what published programs take for the peak rate. NUMBER is the type
// of both, SUM that of a chain, or a vector of one for each,
// which begin with START.
override ROUNDS: u32;
override WIDTH: u32;
@group(0) @binding(0) var<storage, read_write> factors: array<NUMBER>;
@group(0) @binding(1) var<storage, read_write> addends: array<NUMBER>;
@group(0) @binding(2) var<storage, read_write> sums: array<SUM>;

@compute @workgroup_size(WIDTH)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let factor = factors[id.x];
  let addend = addends[id.x];
  var sum = START;
  for (var round = 0u; round < ROUNDS; round++) {
    for (var i = 0u; i < 16u; i++) {
      sum = factor * sum + addend;
    }
  }
  factors[id.x] = factor;
  addends[id.x] = addend;
  sums[id.x] = sum;
}

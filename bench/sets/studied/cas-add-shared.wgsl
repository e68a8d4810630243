// Workgroups sum floats into a few cells of workgroup memory by compare-exchange, round after round, and then add their sums up.
override CELLS: u32 = 64;
override ROUNDS: u32 = 32;
@group(0) @binding(0) var<storage, read> target_of: array<u32>;
@group(0) @binding(1) var<storage, read> amount: array<f32>;
@group(0) @binding(2) var<storage, read_write> sums: array<u32>;

var<workgroup> cells: array<atomic<u32>, 1024>;

@compute @workgroup_size(256)
fn main(@builtin(local_invocation_index) lane: u32, @builtin(workgroup_id) group: vec3u) {
  for (var i = lane; i < CELLS; i += 256) { atomicStore(&cells[i], 0u); }
  workgroupBarrier();
  for (var round = 0u; round < ROUNDS; round++) {
    let at = (group.x * ROUNDS + round) * 256 + lane;
    let cell = target_of[at] % CELLS;
    let value = amount[at];
    var old = atomicLoad(&cells[cell]);
    loop {
      let sum = bitcast<u32>(bitcast<f32>(old) + value);
      let result = atomicCompareExchangeWeak(&cells[cell], old, sum);
      if (result.exchanged) { break; }
      old = result.old_value;
    }
  }
  workgroupBarrier();
  for (var i = lane; i < CELLS; i += 256) { sums[group.x * CELLS + i] = atomicLoad(&cells[i]); }
}

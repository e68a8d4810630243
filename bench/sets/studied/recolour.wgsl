// Colours replaced by a table in workgroup memory, which each workgroup fills before its ROUNDS.
@group(0) @binding(0) var<storage, read> table: array<u32, 2048>;
@group(0) @binding(1) var<storage, read_write> colours: array<u32>;

override ROUNDS: u32;
const SIZE = 256u;

var<workgroup> entries: array<u32, 2048>;

@compute @workgroup_size(SIZE)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
  for (var i = lane; i < 2048u; i += SIZE) {
    entries[i] = table[i];
  }
  workgroupBarrier();
  for (var round = 0u; round < ROUNDS; round++) {
    let place = (group.x * ROUNDS + round) * SIZE + lane;
    colours[place] = entries[colours[place] & 2047u];
  }
}

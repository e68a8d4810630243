// Each invocation adds one float to a cell that an index chooses, by a compare-exchange loop.
@group(0) @binding(0) var<storage, read> target_of: array<u32>;
@group(0) @binding(1) var<storage, read> amount: array<f32>;
@group(0) @binding(2) var<storage, read_write> cells: array<atomic<u32>>;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let cell = target_of[id.x];
  let value = amount[id.x];
  var old = atomicLoad(&cells[cell]);
  loop {
    let sum = bitcast<u32>(bitcast<f32>(old) + value);
    let result = atomicCompareExchangeWeak(&cells[cell], old, sum);
    if (result.exchanged) { break; }
    old = result.old_value;
  }
}

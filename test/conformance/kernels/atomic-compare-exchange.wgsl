@group(0) @binding(0) var<storage, read> inputs: array<u32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<atomic<u32>, 256>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let slot = id.x / 4u;
  let amount = inputs[id.x] % 100u;
  var seen = atomicLoad(&outputs[slot]);
  loop {
    let result = atomicCompareExchangeWeak(&outputs[slot], seen, seen + amount);
    if (result.exchanged) {
      break;
    }
    seen = result.old_value;
  }
  let lone = atomicCompareExchangeWeak(&outputs[64u + id.x % 192u], 7777u, 5u);
  if (lone.exchanged || lone.old_value == 7777u) {
    atomicStore(&outputs[0], 0u);
  }
}

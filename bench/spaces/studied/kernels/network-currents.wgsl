// Resistor network: the current through every edge, by Ohm's law, leaves one of its nodes and enters the other.
// The net current of a node is summed with compare-exchange on the bits of a float.
struct Edge { head: u32, tail: u32 }

@group(0) @binding(0) var<storage, read> edges: array<Edge>;
@group(0) @binding(1) var<storage, read> conductances: array<f32>;
@group(0) @binding(2) var<storage, read> potentials: array<f32>;
@group(0) @binding(3) var<storage, read_write> netCurrents: array<atomic<u32>>;
@group(0) @binding(4) var<uniform> edgeCount: u32;

fn accumulate(node: u32, current: f32) {
  var old = atomicLoad(&netCurrents[node]);
  var done = false;
  while (!done) {
    let sum = bitcast<f32>(old) + current;
    let result = atomicCompareExchangeWeak(&netCurrents[node], old, bitcast<u32>(sum));
    old = result.old_value;
    done = result.exchanged;
  }
}

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let i = id.x;
  if (i >= edgeCount) {
    return;
  }
  let edge = edges[i];
  let current = conductances[i] * (potentials[edge.head] - potentials[edge.tail]);
  accumulate(edge.head, -current);
  accumulate(edge.tail, current);
}

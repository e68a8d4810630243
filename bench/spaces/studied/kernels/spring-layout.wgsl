// Force-directed drawing of a graph: every edge is a spring that pulls (or pushes) its two nodes. WebGPU has no
// atomic addition of floats, so forces are summed as bits, by compare and exchange.
struct Springs { edges: u32, restLength: f32, stiffness: f32, longest: f32 }

@group(0) @binding(0) var<storage, read> edges: array<vec2<u32>>;
@group(0) @binding(1) var<storage, read> places: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read_write> forces: array<atomic<u32>>; // x, y of each node
@group(0) @binding(3) var<uniform> springs: Springs;

fn addForce(slot: u32, amount: f32) {
  var seen = atomicLoad(&forces[slot]);
  loop {
    let sum = bitcast<u32>(bitcast<f32>(seen) + amount);
    let swap = atomicCompareExchangeWeak(&forces[slot], seen, sum);
    if (swap.exchanged) {
      break;
    }
    seen = swap.old_value;
  }
}

@compute @workgroup_size(128)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= springs.edges) {
    return;
  }
  let edge = edges[id.x];
  let along = places[edge.y] - places[edge.x];
  let distance = min(length(along) + 1e-3, springs.longest);
  let pull = along * (springs.stiffness * (distance - springs.restLength) / distance);
  addForce(2u * edge.x, pull.x);
  addForce(2u * edge.x + 1u, pull.y);
  addForce(2u * edge.y, -pull.x);
  addForce(2u * edge.y + 1u, -pull.y);
}

// Lumped mass matrix of a mesh of tetrahedra: every element gives each of its four nodes a quarter of its mass. Floats
// are added by compare-exchange; masses are small whole numbers, so all sums are exact in any order.
@group(0) @binding(0) var<storage, read> elements: array<vec4<u32>>;
@group(0) @binding(1) var<storage, read> masses: array<u32>;
@group(0) @binding(2) var<storage, read_write> nodes: array<atomic<u32>>; // bits of f32

fn add(node: u32, amount: f32) {
  var seen = atomicLoad(&nodes[node]);
  loop {
    let exchange = atomicCompareExchangeWeak(&nodes[node], seen, bitcast<u32>(bitcast<f32>(seen) + amount));
    if (exchange.exchanged) {
      return;
    }
    seen = exchange.old_value;
  }
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= arrayLength(&elements)) {
    return;
  }
  let corners = elements[id.x];
  let share = 0.25 * f32(masses[id.x]);
  add(corners.x, share);
  add(corners.y, share);
  add(corners.z, share);
  add(corners.w, share);
}

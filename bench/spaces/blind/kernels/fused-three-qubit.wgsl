// Applies an 8x8 unitary, into which a circuit compiler fused several gates, to three qubits of a state vector in
// place. Each invocation owns the eight amplitudes that differ in the three target bits alone.
struct Gate {
  low: u32,       // targets, in ascending order
  middle: u32,
  high: u32,
  qubits: u32,
}

@group(0) @binding(0) var<uniform> gate: Gate;
@group(0) @binding(1) var<storage, read> unitary: array<vec2<f32>, 64>;
@group(0) @binding(2) var<storage, read_write> amplitudes: array<vec2<f32>>;

// Opens a gap of one zero bit at the position.
fn insertZero(index: u32, position: u32) -> u32 {
  let below = index & ((1u << position) - 1u);
  return ((index >> position) << (position + 1u)) | below;
}

fn cmul(a: vec2<f32>, b: vec2<f32>) -> vec2<f32> {
  return vec2<f32>(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

@compute @workgroup_size(128)
fn applyGate(@builtin(global_invocation_id) gid: vec3<u32>) {
  let group = gid.x;
  if (group >= (1u << (gate.qubits - 3u))) {
    return;
  }
  let base = insertZero(insertZero(insertZero(group, gate.low), gate.middle), gate.high);

  var state: array<vec2<f32>, 8>;
  for (var k = 0u; k < 8u; k++) {
    let index = base | ((k & 1u) << gate.low) | (((k >> 1u) & 1u) << gate.middle) | ((k >> 2u) << gate.high);
    state[k] = amplitudes[index];
  }
  for (var row = 0u; row < 8u; row++) {
    var sum = vec2<f32>(0.0, 0.0);
    for (var k = 0u; k < 8u; k++) {
      sum += cmul(unitary[row * 8u + k], state[k]);
    }
    let index = base | ((row & 1u) << gate.low) | (((row >> 1u) & 1u) << gate.middle) | ((row >> 2u) << gate.high);
    amplitudes[index] = sum;
  }
}

// Check nodes of a min-sum decoder for LDPC codes, many frames at once: the outgoing message to a bit has the product
// of the other bits' signs and the smallest of their magnitudes, scaled. Checks list their bits as in CSR.
struct Code {
  checks: u32,
  edges: u32,  // room for messages of a frame
  bits: u32,
  scale: f32,
};

@group(0) @binding(0) var<uniform> code: Code;
@group(0) @binding(1) var<storage, read> rows: array<u32>;
@group(0) @binding(2) var<storage, read> bit_of: array<u32>;
@group(0) @binding(3) var<storage, read> beliefs: array<f32>;            // [frame][bit]
@group(0) @binding(4) var<storage, read> old_messages: array<f32>;       // [frame][edge]
@group(0) @binding(5) var<storage, read_write> new_messages: array<f32>; // [frame][edge]

@compute @workgroup_size(64, 2)
fn update(@builtin(global_invocation_id) gid: vec3<u32>) {
  let check = gid.x;
  if (check >= code.checks) { return; }
  let frame = gid.y;
  let begin = rows[check];
  let end = rows[check + 1u];

  var smallest = 1e30;
  var second = 1e30;
  var smallest_edge = begin;
  var parity = 0u;
  for (var e = begin; e < end; e++) {
    let v = beliefs[frame * code.bits + bit_of[e]] - old_messages[frame * code.edges + e];
    let magnitude = abs(v);
    parity ^= bitcast<u32>(v) >> 31u;
    if (magnitude < smallest) {
      second = smallest;
      smallest = magnitude;
      smallest_edge = e;
    } else if (magnitude < second) {
      second = magnitude;
    }
  }

  for (var e = begin; e < end; e++) {
    let v = beliefs[frame * code.bits + bit_of[e]] - old_messages[frame * code.edges + e];
    let others = parity ^ (bitcast<u32>(v) >> 31u);
    var magnitude = code.scale * select(smallest, second, e == smallest_edge);
    magnitude = min(magnitude, 20.0);
    new_messages[frame * code.edges + e] = bitcast<f32>(bitcast<u32>(magnitude) | (others << 31u));
  }
}

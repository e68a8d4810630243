// Count-min sketch of network traffic: every packet adds its length to one counter in each of four rows, chosen by
// four hashes of its flow. Whole numbers, so the sums do not depend on the order.
override PACKETS: u32;
override LOG_WIDTH: u32;

@group(0) @binding(0) var<storage, read> sources: array<u32>;
@group(0) @binding(1) var<storage, read> destinations: array<u32>;
@group(0) @binding(2) var<storage, read> lengths: array<u32>;
@group(0) @binding(3) var<storage, read_write> counters: array<atomic<u32>>; // rows one after another

const MULTIPLIERS = vec4<u32>(0x9e3779b1u, 0x85ebca6bu, 0xc2b2ae35u, 0x27d4eb2fu);
const OFFSETS = vec4<u32>(0x165667b1u, 0x2c1b3c6du, 0x297a2d39u, 0x5bd1e995u);

@compute @workgroup_size(128)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= PACKETS) {
    return;
  }
  var flow = (sources[id.x] * 0x45d9f3bu) ^ destinations[id.x];
  flow ^= flow >> 15u;
  let slots = (flow * MULTIPLIERS + OFFSETS) >> vec4<u32>(32u - LOG_WIDTH);
  for (var row = 0u; row < 4u; row++) {
    atomicAdd(&counters[(row << LOG_WIDTH) + slots[row]], lengths[id.x]);
  }
}

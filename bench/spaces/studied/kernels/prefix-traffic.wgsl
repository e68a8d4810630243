// Traffic by address prefix: bytes for each /8, /12 and /16, and packets for each hashed /24.
// Packets of some protocols are not counted; those are summed per subgroup first.
enable subgroups;

struct Packet {
  source: u32,
  lengthAndKind: u32, // length in the lower 16 bits, protocol above
}

@group(0) @binding(0) var<storage, read> packets: array<Packet>;
@group(0) @binding(1) var<storage, read_write> bytes8: array<atomic<u32>>;
@group(0) @binding(2) var<storage, read_write> bytes12: array<atomic<u32>>;
@group(0) @binding(3) var<storage, read_write> bytes16: array<atomic<u32>>;
@group(0) @binding(4) var<storage, read_write> packets24: array<atomic<u32>>;
@group(0) @binding(5) var<storage, read_write> skipped: atomic<u32>;

const SLOTS = 65536u;

@compute @workgroup_size(256)
fn account(@builtin(global_invocation_id) gid: vec3u) {
  let inRange = gid.x < arrayLength(&packets);
  let packet = packets[min(gid.x, arrayLength(&packets) - 1u)];

  var counted = false;
  switch (packet.lengthAndKind >> 16u) % 12u {
    case 1u, 6u, 7u, 8u, 9u: { counted = inRange; }
    default: {}
  }

  let others = subgroupAdd(select(0u, 1u, inRange && !counted));
  if (subgroupElect()) {
    atomicAdd(&skipped, others);
  }

  if (counted) {
    let length = 64u + packet.lengthAndKind % 1436u;
    atomicAdd(&bytes8[packet.source >> 24u], length);
    atomicAdd(&bytes12[packet.source >> 20u], length);
    atomicAdd(&bytes16[packet.source >> 16u], length);
    let slot = ((packet.source >> 8u) * 2654435769u) >> 16u;
    atomicAdd(&packets24[slot % SLOTS], 1u);
  }
}

// HyperLogLog sketch of a column's distinct values: the first bits of a value's hash choose a register, which keeps
// the longest run of leading zeros seen in the rest.
override REGISTER_BITS: u32;

@group(0) @binding(0) var<storage, read> column: array<u32>;
@group(0) @binding(1) var<storage, read_write> registers: array<atomic<u32>>;

fn hash(value: u32) -> u32 {
  var h = value ^ 0x5bd1e995u;
  h ^= h >> 16u;
  h *= 0x85ebca6bu;
  h ^= h >> 13u;
  h *= 0xc2b2ae35u;
  return h ^ (h >> 16u);
}

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= arrayLength(&column)) {
    return;
  }
  let h = hash(column[id.x]);
  let rest = h << REGISTER_BITS;
  let rank = min(countLeadingZeros(rest), 32u - REGISTER_BITS) + 1u;
  atomicMax(&registers[h >> (32u - REGISTER_BITS)], rank);
}

// How many of a key's PROBES bits a filter of 2^26 bits has set.
@group(0) @binding(0) var<storage, read> bits: array<u32>;
@group(0) @binding(1) var<storage, read> keys: array<u32>;
@group(0) @binding(2) var<storage, read_write> hits: array<u32>;

override PROBES: u32;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let key = keys[id.x];
  let step = ((key ^ (key >> 15u)) * 2246822519u) | 1u;
  var hash = key * 2654435761u;
  var count = 0u;
  for (var k = 0u; k < PROBES; k++) {
    let bit = hash >> 6u;
    count += (bits[bit >> 5u] >> (bit & 31u)) & 1u;
    hash += step;
  }
  hits[id.x] = count;
}

enable subgroups;

// Anti-join: which rows of a table have no partner in another one, whose keys are grouped into hash buckets. Marks
// rows and counts them, with one addition to memory per subgroup.
override SIZE: u32 = 256;

struct Tables {
  rows: u32,
  bucket_bits: u32,
}

@group(0) @binding(0) var<uniform> tables: Tables;
@group(0) @binding(1) var<storage, read> keys: array<u32>;
@group(0) @binding(2) var<storage, read> bucket_starts: array<u32>;
@group(0) @binding(3) var<storage, read> bucket_keys: array<u32>;
@group(0) @binding(4) var<storage, read_write> unmatched: array<u32>;
@group(0) @binding(5) var<storage, read_write> total: atomic<u32>;

fn bucket_of(key: u32) -> u32 {
  var h = key ^ (key >> 16u);
  h *= 0x7feb352du;
  h ^= h >> 15u;
  h *= 0x846ca68bu;
  return h >> (32u - tables.bucket_bits);
}

@compute @workgroup_size(SIZE)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  var lonely = 0u;
  if (id.x < tables.rows) {
    let key = keys[id.x];
    let bucket = bucket_of(key);
    let end = bucket_starts[bucket + 1u];
    lonely = 1u;
    for (var i = bucket_starts[bucket]; i < end; i++) {
      if (bucket_keys[i] == key) {
        lonely = 0u;
        break;
      }
    }
    unmatched[id.x] = lonely;
  }
  let sum = subgroupAdd(lonely);
  if (subgroupElect() && sum > 0u) {
    atomicAdd(&total, sum);
  }
}

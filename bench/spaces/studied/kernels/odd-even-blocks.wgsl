// Sorts blocks of 512 keys with their values by Batcher's odd-even merge sort in workgroup memory; blocks are merged
// by later passes. What is missing of the last block counts as the largest key.
const BLOCK: u32 = 512u;
const THREADS: u32 = 128u;

@group(0) @binding(0) var<storage, read> keys_in: array<u32>;
@group(0) @binding(1) var<storage, read> values_in: array<u32>;
@group(0) @binding(2) var<storage, read_write> keys_out: array<u32>;
@group(0) @binding(3) var<storage, read_write> values_out: array<u32>;
@group(0) @binding(4) var<uniform> count: u32;

var<workgroup> keys: array<u32, BLOCK>;
var<workgroup> values: array<u32, BLOCK>;

fn compare_exchange(a: u32, b: u32) {
  let ka = keys[a];
  let kb = keys[b];
  if (ka > kb) {
    keys[a] = kb;
    keys[b] = ka;
    let v = values[a];
    values[a] = values[b];
    values[b] = v;
  }
}

@compute @workgroup_size(THREADS)
fn sort_block(@builtin(workgroup_id) wid: vec3<u32>, @builtin(local_invocation_id) lid: vec3<u32>) {
  let first = wid.x * BLOCK;
  for (var i = lid.x; i < BLOCK; i += THREADS) {
    if (first + i < count) {
      keys[i] = keys_in[first + i];
      values[i] = values_in[first + i];
    } else {
      keys[i] = 0xffffffffu;
      values[i] = 0u;
    }
  }

  for (var p = 1u; p < BLOCK; p <<= 1u) {
    for (var k = p; k > 0u; k >>= 1u) {
      workgroupBarrier();
      let skip = select(k, 0u, k == p);
      for (var t = lid.x; t < BLOCK / 2u; t += THREADS) {
        let low = skip + t / k * (2u * k) + t % k;
        let high = low + k;
        if (high < BLOCK && low / (2u * p) == high / (2u * p)) {
          compare_exchange(low, high);
        }
      }
    }
  }
  workgroupBarrier();

  for (var i = lid.x; i < BLOCK; i += THREADS) {
    if (first + i < count) {
      keys_out[first + i] = keys[i];
      values_out[first + i] = values[i];
    }
  }
}

// Ranks the read counts of one gene over 1024 cells, ties sharing their mean rank, centred for Spearman's
// correlation. Batcher's odd-even merge sort in workgroup memory, one workgroup per gene.
@group(0) @binding(0) var<storage, read> counts: array<u32>;
@group(0) @binding(1) var<storage, read_write> ranks: array<f32>;
@group(0) @binding(2) var<storage, read_write> tie_terms: array<f32>;

const CELLS = 1024u;
const THREADS = 256u;

var<workgroup> keys: array<u32, CELLS>;
var<workgroup> cells: array<u32, CELLS>;
var<workgroup> ties: atomic<u32>;

@compute @workgroup_size(THREADS)
fn rank_row(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u) {
  let lane = local.x;
  let base = group.x * CELLS;
  for (var i = lane; i < CELLS; i += THREADS) {
    keys[i] = counts[base + i];
    cells[i] = i;
  }
  workgroupBarrier();

  for (var p = 1u; p < CELLS; p <<= 1u) {
    for (var k = p; k >= 1u; k >>= 1u) {
      let skip = k % p;   // 0 in the first pass of a merge, k afterwards
      for (var c = lane; c < CELLS / 2u; c += THREADS) {
        let low = skip + c / k * 2u * k + c % k;
        let high = low + k;
        if (high < CELLS && low / (2u * p) == high / (2u * p)) {
          let a = keys[low];
          let b = keys[high];
          if (a > b) {
            keys[low] = b;
            keys[high] = a;
            let swap = cells[low];
            cells[low] = cells[high];
            cells[high] = swap;
          }
        }
      }
      workgroupBarrier();
    }
  }

  for (var i = lane; i < CELLS; i += THREADS) {
    let key = keys[i];
    var first = i;
    while (first > 0u && keys[first - 1u] == key) {
      first--;
    }
    var last = i;
    while (last + 1u < CELLS && keys[last + 1u] == key) {
      last++;
    }
    let equal = last - first + 1u;
    if (first == i && equal > 1u) {
      atomicAdd(&ties, equal * equal * equal - equal);
    }
    ranks[base + cells[i]] = 0.5 * f32(first + last) - 0.5 * f32(CELLS - 1u);
  }
  workgroupBarrier();
  if (lane == 0u) {
    tie_terms[group.x] = f32(atomicLoad(&ties)) / 12.0;
  }
}

// SELECT store, COUNT(*), SUM(cents), MAX(cents) FROM sales WHERE cents >= threshold GROUP BY store:
// each workgroup aggregates in workgroup memory and adds its groups to the result at the end.
override ROWS: u32 = 4000000u;
override WORKGROUPS: u32 = 200u;

const STORES = 150u;
const SIZE = 256u;

@group(0) @binding(0) var<storage, read> stores: array<u32>;
@group(0) @binding(1) var<storage, read> cents: array<u32>;
@group(0) @binding(2) var<storage, read_write> rowCounts: array<atomic<u32>, STORES>;
@group(0) @binding(3) var<storage, read_write> totals: array<atomic<u32>, STORES>;
@group(0) @binding(4) var<storage, read_write> largest: array<atomic<u32>, STORES>;

const THRESHOLD = 2500u;

var<workgroup> localCounts: array<atomic<u32>, STORES>;
var<workgroup> localTotals: array<atomic<u32>, STORES>;
var<workgroup> localLargest: array<atomic<u32>, STORES>;

@compute @workgroup_size(SIZE)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
  for (var row = id.x; row < ROWS; row += WORKGROUPS * SIZE) {
    let amount = cents[row];
    if (amount >= THRESHOLD) {
      let store = stores[row];
      atomicAdd(&localCounts[store], 1u);
      atomicAdd(&localTotals[store], amount);
      atomicMax(&localLargest[store], amount);
    }
  }
  workgroupBarrier();
  if (lane < STORES) {
    atomicAdd(&rowCounts[lane], atomicLoad(&localCounts[lane]));
    atomicAdd(&totals[lane], atomicLoad(&localTotals[lane]));
    atomicMax(&largest[lane], atomicLoad(&localLargest[lane]));
  }
}

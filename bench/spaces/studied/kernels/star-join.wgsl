// Star-schema query: revenue of the sales to customers of one region with parts of one category. Each sale looks up
// its customer and its part; sums within a subgroup, then one per workgroup.
enable subgroups;

struct Query { rows: u32, region: u32, firstCategory: u32, lastCategory: u32 }

@group(0) @binding(0) var<storage, read> saleCustomer: array<u32>;
@group(0) @binding(1) var<storage, read> salePart: array<u32>;
@group(0) @binding(2) var<storage, read> salePrice: array<f32>;
@group(0) @binding(3) var<storage, read> saleDiscount: array<f32>;
@group(0) @binding(4) var<storage, read> customerRegion: array<u32>;
@group(0) @binding(5) var<storage, read> partCategory: array<u32>;
@group(0) @binding(6) var<storage, read_write> revenue: array<f32>; // of each workgroup
@group(0) @binding(7) var<uniform> query: Query;

var<workgroup> subgroupSums: array<f32, 64>;

fn revenueOf(row: u32) -> f32 {
  if (row >= query.rows) {
    return 0.0;
  }
  if (customerRegion[saleCustomer[row]] != query.region) {
    return 0.0;
  }
  let category = partCategory[salePart[row]];
  if (category < query.firstCategory || category > query.lastCategory) {
    return 0.0;
  }
  return salePrice[row] * (1.0 - saleDiscount[row]);
}

@compute @workgroup_size(256)
fn main(
  @builtin(global_invocation_id) id: vec3<u32>,
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(local_invocation_index) index: u32,
  @builtin(subgroup_invocation_id) lane: u32,
  @builtin(subgroup_size) width: u32,
) {
  let sum = subgroupAdd(revenueOf(id.x));
  if (lane == 0u) {
    subgroupSums[index / width] = sum;
  }
  workgroupBarrier();
  if (index == 0u) {
    var total = 0.0;
    for (var i = 0u; i < 256u / width; i++) {
      total += subgroupSums[i];
    }
    revenue[group.x] = total;
  }
}

// SELECT year, month, count(*), sum(quantity) FROM orders WHERE discount < ... GROUP BY year, month

struct Query {
  rows: u32,
  max_discount: u32,
  first_year: u32,
}

struct Totals {
  orders: atomic<u32>,
  quantity: atomic<u32>,
}

const MONTHS = 144u;

@group(0) @binding(0) var<uniform> query: Query;
@group(0) @binding(1) var<storage, read> order_day: array<u32>;   // days since 1970-01-01
@group(0) @binding(2) var<storage, read> quantity: array<u32>;
@group(0) @binding(3) var<storage, read> discount: array<u32>;    // four rows a word, in percent
@group(0) @binding(4) var<storage, read_write> totals: array<Totals, MONTHS>;

var<workgroup> local_orders: array<atomic<u32>, MONTHS>;
var<workgroup> local_quantity: array<atomic<u32>, MONTHS>;

fn month_of(day: u32) -> u32 {
  let z = day + 719468u;
  let era = z / 146097u;
  let doe = z - era * 146097u;
  let yoe = (doe - doe / 1460u + doe / 36524u - doe / 146096u) / 365u;
  let doy = doe - (365u * yoe + yoe / 4u - yoe / 100u);
  let mp = (5u * doy + 2u) / 153u;
  let month = select(mp - 10u, mp + 2u, mp < 10u);
  let year = yoe + era * 400u + select(0u, 1u, month < 2u);
  return (year - query.first_year) * 12u + month;
}

@compute @workgroup_size(256)
fn by_month(@builtin(global_invocation_id) gid: vec3u,
            @builtin(num_workgroups) groups: vec3u,
            @builtin(local_invocation_index) t: u32) {
  let stride = groups.x * 256u;
  for (var row = gid.x; row < query.rows; row += stride) {
    let percent = (discount[row / 4u] >> (8u * (row % 4u))) & 255u;
    if (percent % 100u < query.max_discount) {
      let month = month_of(order_day[row]);
      if (month < MONTHS) {
        atomicAdd(&local_orders[month], 1u);
        atomicAdd(&local_quantity[month], quantity[row]);
      }
    }
  }
  workgroupBarrier();
  if (t < MONTHS) {
    let orders = atomicLoad(&local_orders[t]);
    if (orders > 0u) {
      atomicAdd(&totals[t].orders, orders);
      atomicAdd(&totals[t].quantity, atomicLoad(&local_quantity[t]));
    }
  }
}

// Columns of an order table, four rows at a time: what a discount took off the price of each row that was shipped
// in the given year, at a small quantity and a middling discount; 0 for the other rows.
struct Query { firstDay: u32, lastDay: u32, leastDiscount: f32, mostDiscount: f32, quantity: f32 }

@group(0) @binding(0) var<storage, read> shipDays: array<vec4<u32>>;
@group(0) @binding(1) var<storage, read> quantities: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read> discounts: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read> prices: array<vec4<f32>>;
@group(0) @binding(4) var<storage, read_write> revenues: array<vec4<f32>>;
@group(0) @binding(5) var<uniform> query: Query;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let i = id.x;
  if (i >= arrayLength(&revenues)) {
    return;
  }
  let day = shipDays[i];
  let discount = discounts[i];
  let inYear = (day >= vec4(query.firstDay)) & (day < vec4(query.lastDay));
  let inRange = (discount >= vec4(query.leastDiscount)) & (discount <= vec4(query.mostDiscount));
  let isSmall = quantities[i] < vec4(query.quantity);
  revenues[i] = select(vec4(0.0), prices[i] * discount, inYear & inRange & isSmall);
}

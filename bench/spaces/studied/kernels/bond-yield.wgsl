// The yield to maturity of each bond from its price (quarterly coupons, continuous compounding), by Newton's method,
// and its duration and convexity at that yield.
struct Bond {
  coupon: f32, // per cent and year
  years: f32,
}

struct Analytics { rate: f32, duration: f32, convexity: f32 }

struct Values { price: f32, first: f32, second: f32 }

@group(0) @binding(0) var<storage, read> bonds: array<Bond>;
@group(0) @binding(1) var<storage, read> prices: array<f32>;
@group(0) @binding(2) var<storage, read_write> analytics: array<Analytics>;

// Present value and its derivatives by the rate (the first without its sign).
fn presentValue(bond: Bond, rate: f32) -> Values {
  let payments = u32(ceil(4.0 * bond.years));
  var time = bond.years - 0.25 * f32(payments - 1u);
  var discount = exp(-rate * time);
  let step = exp(-0.25 * rate);
  let amount = 0.25 * bond.coupon;
  var sums = Values(0.0, 0.0, 0.0);
  for (var k = 0u; k < payments; k++) {
    let cash = select(amount, amount + 100.0, k + 1u == payments);
    let value = cash * discount;
    sums.price += value;
    sums.first += time * value;
    sums.second += time * time * value;
    discount *= step;
    time += 0.25;
  }
  return sums;
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let i = id.x;
  if (i >= arrayLength(&prices)) {
    return;
  }
  let bond = bonds[i];
  let target_price = prices[i];
  var rate = 0.01 * bond.coupon;
  var values = presentValue(bond, rate);
  for (var turn = 0; turn < 20; turn++) {
    let miss = values.price - target_price;
    if (abs(miss) < 0.0005) {
      break;
    }
    rate += miss / values.first;
    values = presentValue(bond, rate);
  }
  analytics[i] = Analytics(rate, values.first / values.price, values.second / values.price);
}
